import { useQuery } from '@tanstack/react-query';
import { urlOf } from 'darkroom-client';
import { api, queries } from '../api.ts';
import { useEventStream } from '../use-event-stream.ts';

type News = { length: number; unclaimed?: number };

/** The number of results that wait for a reviewer, kept up to date by the stream of the queue. */
export const useQueueLength = (organization: string): News | undefined => {
  const key = ['review-queue', organization, 'length'];
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<News> => {
      const { total } = await api.get('/v1/qa/queue', { query: { organization, limit: 0 }, signal });
      return { length: total };
    },
    staleTime: 30_000,
  });
  useEventStream(urlOf('/v1/qa/stream', {}, { organization }), (event) =>
    queries.setQueryData(key, JSON.parse(event.data) as News),
  );
  return data;
};
