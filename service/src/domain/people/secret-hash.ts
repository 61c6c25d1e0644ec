import { createHash } from 'node:crypto';

/** How keys, tokens and codes are stored: they are long and random, so a fast hash is enough. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
