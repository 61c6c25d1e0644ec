import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { useDebounced } from '../use-debounced.ts';

const DEBOUNCE_MS = 300;

/**
 * The price and the expected time of a run. They are requested when the number of images has stayed the same for a
 * moment.
 */
export const useEstimate = (organization: string, workflow: string | undefined, images: number) => {
  const count = useDebounced(images, DEBOUNCE_MS);
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
