import type { Status } from 'darkroom-client';
import { STATUS_LABELS } from '../../../parts/status-badge.tsx';

/** The filter of the list of executions, kept in the address of the page by the names of the API's parameters. */
export type Filter = {
  search?: string;
  status?: Status[];
  workflow?: string;
  workflowVersion?: string;
  batch?: string;
  batchName?: string;
  noBatch?: true;
  errorCode?: string;
  user?: string;
  label?: Record<string, string>;
  inputFileName?: string;
  inputContentHash?: string;
  /** Only executions of the last `days` days, counted back from the moment at which the list is loaded. */
  days?: number;
  /** Dates such as 2026-01-31, in the reader's time zone. Both days are included. */
  from?: string;
  to?: string;
  sort?: 'createdAt';
};

const TEXTS = [
  'search',
  'workflow',
  'workflowVersion',
  'batch',
  'batchName',
  'errorCode',
  'user',
  'inputFileName',
  'inputContentHash',
] as const satisfies readonly (keyof Filter)[];

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MAX_DAYS = 3650;
const DAY_MS = 86_400_000;

const isStatus = (value: unknown): value is Status => typeof value === 'string' && value in STATUS_LABELS;

/** Reads a filter from the search parameters of an address. Leaves out invalid ones. */
export const filterIn = (search: Record<string, unknown>): Filter => {
  const filter: Filter = {};
  for (const name of TEXTS) {
    const value = search[name];
    // The router parses `?search=4711` as a number, so turn it back into text.
    if (typeof value === 'string' || typeof value === 'number') if (`${value}`) filter[name] = `${value}`;
  }
  const statuses = [search['status']].flat().filter(isStatus);
  if (statuses.length > 0) filter.status = [...new Set(statuses)];
  if (search['noBatch'] === true) filter.noBatch = true;
  const { label, days, from, to } = search;
  if (label && typeof label === 'object') {
    const pairs = Object.entries(label).map(([key, value]): [string, string] => [key, String(value)]);
    if (pairs.length > 0) filter.label = Object.fromEntries(pairs);
  }
  if (typeof days === 'number' && days > 0 && days <= MAX_DAYS) filter.days = days;
  if (typeof from === 'string' && DATE.test(from)) filter.from = from;
  if (typeof to === 'string' && DATE.test(to)) filter.to = to;
  if (search['sort'] === 'createdAt') filter.sort = 'createdAt';
  return filter;
};

const midnight = (date: string, daysLater: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).toISOString();
};

/** The parameters of the API for a filter, without its order. */
export const conditionsOf = ({ days, from, to, sort: _, ...filter }: Filter, now = Date.now()) => ({
  ...filter,
  ...(days && { createdAfter: new Date(now - days * DAY_MS).toISOString() }),
  ...(from && { createdAfter: midnight(from, 0) }),
  ...(to && { createdBefore: midnight(to, 1) }),
});

/** The filter without the fields that only order the list. */
export const isNarrowed = ({ sort: _, ...filter }: Filter): boolean => Object.keys(filter).length > 0;

export const withoutPart = (filter: Filter, name: keyof Filter): Filter => {
  const { [name]: _, ...rest } = filter;
  return rest;
};

/** The cache key of a filter. It does not depend on the order of the fields. */
export const keyOfFilter = (filter: Filter): string =>
  JSON.stringify(Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1)));
