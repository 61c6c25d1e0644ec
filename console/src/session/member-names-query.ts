import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** The names of an organization's members by user id. */
export const memberNamesQuery = (organization: string) =>
  queryOptions({
    queryKey: ['members', organization, 'names'],
    queryFn: async ({ signal }) => {
      const { entries } = await api.get('/v1/organization/{id}/members', {
        path: { id: organization },
        query: { limit: 1000 },
        signal,
      });
      return new Map(entries.map(({ userId, name }) => [userId, name]));
    },
    staleTime: 60_000,
  });
