import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';

/** The organization's codes for rejections, in its own order. */
export const rejectCodesQuery = (organization: string) =>
  queryOptions({
    queryKey: ['reject-codes', organization],
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/reject-codes', { path: { id: organization }, signal }),
    staleTime: 5 * 60_000,
  });

/** "Cut-out edge" for `cut-out-edge`. */
export const wordsForCode = (code: string): string => {
  const words = code.replaceAll(/[-_]+/g, ' ').replace('cut out', 'cut-out');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
