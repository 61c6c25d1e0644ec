import { createHash } from 'node:crypto';

/** How an API key is stored. Keys are long and random, so a fast hash is enough. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
