import { ACCESS_TOKEN_SECONDS, ACCESS_TOKEN_TOLERANCE_SECONDS } from '../../domain/people/oauth.ts';
import type { SigningKeys } from '../../ports/people/oauth.ts';
import { newSigningKey } from './keyring.ts';

// The old key stays valid until the last token that it signed expires. For up to 120 s, a process that has not yet heard
// of the new key still signs with the old one.
const OVERLAP_SECONDS = ACCESS_TOKEN_SECONDS + ACCESS_TOKEN_TOLERANCE_SECONDS + 120;

/** Starts to sign with a new key. Tokens of the old key stay valid until they expire. */
export const rotateKeys = async (keys: SigningKeys): Promise<{ kid: string; overlapSeconds: number }> => {
  const { kid, privateJwk } = await newSigningKey();
  await keys.rotate(kid, privateJwk, OVERLAP_SECONDS);
  return { kid, overlapSeconds: OVERLAP_SECONDS };
};
