import { api } from '../../api.ts';

/** The most hashes that one request may ask for. */
export const MAX_HASHES = 1000;

/** Filters up to 1,000 hashes: returns the ones whose bytes the organization already has. */
export const knownHashes = async (
  organization: string,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const body = { hashes: [...hashes] };
  const { known } = await api.post('/v1/upload/known', { query: { organization }, body, signal });
  return new Set(known);
};
