import type { FastifyRequest } from 'fastify';
import { malformed } from '../../domain/errors.ts';

const KEY = /^[\x20-\x7e]{1,255}$/;

/** Returns the Idempotency-Key header of a request; undefined when it is missing. */
export const idempotencyKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw malformed('The header Idempotency-Key must have 1 to 255 printable ASCII characters.');
  return key;
};
