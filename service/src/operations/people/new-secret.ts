import { randomBytes } from 'node:crypto';
import { secretHash } from '../../domain/people/secret-hash.ts';

const SECRET_BYTES = 32;

/** 256 bits as base64url text, and what of it is stored. */
export const newSecret = (): { secret: string; hash: Buffer } => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: secretHash(secret) };
};
