import { type Refusal, unavailable } from './errors.ts';

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

export const noRoom = (cause?: unknown): Refusal =>
  unavailable('There is no room for more pictures at the moment. Try again later.', 60, cause);

export const isDiskFull = (error: unknown): boolean => FULL.has((error as { code?: unknown } | null)?.code);

/** A disk that filled up while it was written to is a refusal; every other error stays what it is. */
export const refusedWhenFull = (error: unknown): unknown => (isDiskFull(error) ? noRoom(error) : error);
