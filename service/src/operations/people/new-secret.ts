import { randomBytes } from 'node:crypto';
import { secretHash } from '../../domain/people/secret-hash.ts';

const SECRET_BYTES = 32;

/** Generates a secret of 256 bits as base64url, and the hash of it that is stored. */
export const newSecret = (): { secret: string; hash: Buffer } => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: secretHash(secret) };
};
