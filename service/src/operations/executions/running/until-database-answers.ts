import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../../domain/errors.ts';

const MAX_PAUSE_MS = 1_000;

/** Retries until the database answers, however long that takes, so that the finished work is not lost. */
export const untilDatabaseAnswers = async <Result>(
  ask: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !isUnavailable(error)) throw error;
      await pause(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
};

/** True for an error which says that the database, the disk or the store cannot be used for now. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'unavailable';
