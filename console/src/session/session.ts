import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Refused, type Session } from 'darkroom-client';
import { api, queries, SESSION_KEY } from '../api.ts';

/** The current session; null when nobody is signed in. */
export const sessionQuery = queryOptions<Session | null>({
  queryKey: SESSION_KEY,
  staleTime: 60_000,
  queryFn: async () => {
    try {
      return await api.get('/v1/session');
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return null;
      throw error;
    }
  },
});

export const useSession = (): Session | null => useQuery(sessionQuery).data ?? null;

/** The current session, for pages that only signed-in users reach. */
export const useSignedIn = (): Session => {
  const session = useSession();
  if (!session) throw new Error('This page needs a session.');
  return session;
};

/** Switches to a new session and discards everything loaded for the previous one. */
export const startSession = (session: Session): void => {
  queries.setQueryData(SESSION_KEY, session);
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
};

export const useSignOut = () =>
  useMutation({
    mutationFn: ({ everywhere }: { everywhere: boolean }) =>
      api.delete('/v1/session', everywhere ? { query: { everywhere } } : {}),
    onSuccess: () => {
      queries.clear();
      queries.setQueryData(SESSION_KEY, null);
    },
  });

export const useSwitchOrganization = () =>
  useMutation({
    mutationFn: (organizationId: string) => api.put('/v1/session/organization', { body: { organizationId } }),
    onSuccess: startSession,
  });
