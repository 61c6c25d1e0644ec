import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { createClient, Refused, type Session } from 'darkroom-client';
import { withConnectionCheck } from './connection.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { keepFields } from './session/kept-fields.ts';

export const SESSION_KEY = ['session'] as const;

/** Drops the session after a 401: the session has ended, and pages that need one redirect to sign-in. */
export const dropEndedSession = (error: unknown): void => {
  if (!(error instanceof Refused) || error.status !== 401) return;
  const session = queries.getQueryData<Session | null>(SESSION_KEY);
  if (!session) return;
  keepFields(session.user.id);
  queries.setQueryData(SESSION_KEY, null);
};

// Notify components in a microtask. By default they are notified in a later task, and a checkbox whose change is
// being saved would show its old state for a frame.
notifyManager.setScheduler(queueMicrotask);

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: dropEndedSession }),
  mutationCache: new MutationCache({ onError: dropEndedSession }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // Retry only when the service is unreachable or fails: after a 4xx, a retry would get the same response.
      // While there is no connection, retries pause. An error that persists is shown after two retries, 1.5 seconds
      // later.
      retry: (count, error) =>
        count < 2 && error instanceof Refused && (error.status === 0 || error.status >= 500),
      retryDelay: (count) => 500 * 2 ** count,
    },
    // A click without a connection fails at once: it must not take effect minutes later.
    mutations: { networkMode: 'always' },
  },
});

export const api = createClient({
  baseUrl: '',
  fetch: withConnectionCheck(fetchWithProgress),
  credential: { csrfToken: () => queries.getQueryData<Session | null>(SESSION_KEY)?.csrfToken },
});

export const errorMessage = (error: unknown): string =>
  error instanceof Refused ? error.message : 'Something went wrong on this page. Reload it and try again.';
