import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** The members of an organization, to show the names of people. */
export const membersQuery = (organization: string) =>
  queryOptions({
    queryKey: ['members', organization, 'names'],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/members', {
        path: { id: organization },
        query: { limit: 1000 },
        signal,
      }),
    staleTime: 60_000,
  });
