import { api } from '../../api.ts';

/** The most hashes that one request may ask for. */
export const MOST_HASHES = 1000;

/** Returns those of up to 1,000 hashes whose bytes the organization has already. */
export const knownHashes = async (
  organization: string,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const body = { hashes: [...hashes] };
  const { known } = await api.post('/v1/upload/known', { query: { organization }, body, signal });
  return new Set(known);
};
