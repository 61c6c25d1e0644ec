import { ACCESS_TOKEN_SECONDS, ACCESS_TOKEN_TOLERANCE_SECONDS } from '../../domain/people/oauth.ts';
import type { SigningKeys } from '../../ports/oauth.ts';
import { newSigningKey } from './keyring.ts';

// Long enough for the last token that the old key signs, also in a process that learns of the new key late.
const OVERLAP_SECONDS = ACCESS_TOKEN_SECONDS + ACCESS_TOKEN_TOLERANCE_SECONDS + 120;

/** Starts to sign with a new key. Tokens of the old key stay valid until they expire. */
export const rotateKeys = async (keys: SigningKeys): Promise<{ kid: string; overlapSeconds: number }> => {
  const { kid, privateJwk } = await newSigningKey();
  await keys.rotate(kid, privateJwk, OVERLAP_SECONDS);
  return { kid, overlapSeconds: OVERLAP_SECONDS };
};
