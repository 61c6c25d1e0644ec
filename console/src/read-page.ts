import { api } from './api.ts';

/** One page of a list, with the facts that the service sends in headers, which the typed calls do not return. */
export type Page<Entry> = {
  entries: Entry[];
  total: number;
  /** True when there are more entries than `total`, because the service counts only up to a limit. */
  isExceeded: boolean;
  /** The address of the next page; undefined after the last page. */
  next: string | undefined;
};

/** Reads a page of a list. With `nextLimit`, the next page has that many entries instead of as many as this one. */
export const readPage = async <Entry>(
  url: string,
  signal: AbortSignal,
  nextLimit?: number,
): Promise<Page<Entry>> => {
  const response = await api.open('GET', url, { signal, headers: { accept: 'application/json' } });
  const { entries, total } = (await response.json()) as Pick<Page<Entry>, 'entries' | 'total'>;
  const isExceeded = response.headers.get('x-total-exceeded') === 'true';
  return { entries, total, isExceeded, next: nextPage(response, nextLimit) };
};

/**
 * The path and query of the next page of a list; undefined after the last page. The next page has `limit` entries,
 * or as many as this one. The host is left out: the service sends its public one, which may differ from the one that
 * the console was loaded from.
 */
export const nextPage = ({ headers }: Response, limit?: number): string | undefined => {
  const address = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  if (!address) return undefined;
  const { pathname, searchParams } = new URL(address, window.location.href);
  if (limit) searchParams.set('limit', `${limit}`);
  return `${pathname}?${searchParams}`;
};
