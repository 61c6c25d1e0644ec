import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api.ts';

const SETTLED_MS = 300;

/** The price and the time of a run, asked for when the number of images has settled. */
export const useEstimate = (organization: string, workflow: string | undefined, images: number) => {
  const [count, setCount] = useState(images);
  useEffect(() => {
    const timer = setTimeout(() => setCount(images), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [images]);
  return useQuery({
    queryKey: ['estimate', organization, workflow, count],
    queryFn: ({ signal }) =>
      api.post('/v1/workflow/estimate', {
        query: { organization },
        body: { workflow: workflow ?? '', count },
        signal,
      }),
    enabled: workflow !== undefined && count > 0,
    placeholderData: (previous) => previous,
    staleTime: 10_000,
  });
};
