import { createHash } from 'node:crypto';

/** The stored form of keys, tokens and codes. They are long and random, so a fast hash is enough. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
