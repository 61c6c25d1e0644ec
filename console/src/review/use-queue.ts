import { useQuery } from '@tanstack/react-query';
import { urlOf } from 'darkroom-client';
import { useEffect } from 'react';
import { api, queries } from '../api.ts';
import { checkConnection, useIsConnected } from '../connection.ts';

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
  const isConnected = useIsConnected();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made from the organization, so the organization covers it.
  useEffect(() => {
    if (!isConnected) return;
    const stream = new EventSource(urlOf('/v1/qa/stream', {}, { organization }));
    stream.addEventListener('queue', ({ data }) => queries.setQueryData(key, JSON.parse(data) as News));
    stream.addEventListener('error', checkConnection);
    return () => stream.close();
  }, [organization, isConnected]);
  return data;
};
