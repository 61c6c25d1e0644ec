/**
 * The path and query of the next page of a list, of `limit` entries or as many as this page; undefined after the last
 * page. The host is left out: it is the public one, which may differ from the one that the console came from.
 */
export const nextPage = ({ headers }: Response, limit?: number): string | undefined => {
  const address = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  if (!address) return undefined;
  const { pathname, searchParams } = new URL(address, window.location.href);
  if (limit) searchParams.set('limit', `${limit}`);
  return `${pathname}?${searchParams}`;
};
