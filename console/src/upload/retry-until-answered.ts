import { Refused } from 'darkroom-client';
import { queries, SESSION_KEY } from '../api.ts';
import { onReconnect } from '../connection.ts';
import { patchUpload, stateOf } from './uploads.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Repeats a call until the service answers it: waits while the service is unreachable or busy, and until the user is
 * signed in again.
 */
export const retryUntilAnswered = async <Answer>(
  batch: string,
  signal: AbortSignal,
  call: () => Promise<Answer>,
): Promise<Answer> => {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS))
    try {
      const answer = await call();
      if (stateOf(batch)?.phase === 'interrupted') patchUpload(batch, { phase: 'sending', reason: null });
      return answer;
    } catch (error) {
      if (signal.aborted || !(error instanceof Refused) || !isPassing(error)) throw error;
      patchUpload(batch, { phase: 'interrupted', reason: error.message });
      if (error.status === 401) await signedInAgain(signal);
      else await pause(Math.max(pauseMs, 1_000 * (error.retryAfterSeconds ?? 0)), signal);
    }
};

const isPassing = ({ status }: Refused): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** Waits before the next try. Ends early when the service can be reached again. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  until(signal, (end) => {
    const timer = setTimeout(end, ms);
    const stop = onReconnect(end);
    return () => {
      clearTimeout(timer);
      stop();
    };
  });

/** Leads to the page for signing in, and waits there. */
const signedInAgain = async (signal: AbortSignal): Promise<void> => {
  if (queries.getQueryData(SESSION_KEY)) queries.setQueryData(SESSION_KEY, null);
  await until(signal, (end) =>
    queries.getQueryCache().subscribe(() => {
      if (queries.getQueryData(SESSION_KEY)) end();
    }),
  );
};

const until = (signal: AbortSignal, start: (end: () => void) => () => void): Promise<void> =>
  new Promise((resolve) => {
    const stop = start(() => finish());
    const finish = () => {
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
