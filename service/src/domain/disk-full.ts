import { type Refusal, unavailable } from './errors.ts';

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

export const noRoom = (cause?: unknown): Refusal =>
  unavailable('There is no room for more images at the moment. Try again later.', 60, cause);

export const isDiskFull = (error: unknown): boolean => FULL.has((error as { code?: unknown } | null)?.code);

/** Turns a disk-full error into a refusal; returns every other error unchanged. */
export const refusedWhenFull = (error: unknown): unknown => (isDiskFull(error) ? noRoom(error) : error);
