import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors.ts';

export type LongCalls = {
  /**
   * Watches a call that waits or streams for long. Calls `end` once, with the reason, when the credential no longer
   * allows the call. Returns a function that stops watching.
   */
  watch(request: FastifyRequest, end: (refusal: Refusal) => void): () => void;
  close(): void;
};

/** Throws a refusal when the credential of an admitted call no longer allows it. */
type RecheckAccess = (request: FastifyRequest) => Promise<void>;

// A revocation must end the calls of the credential within 5 s. Cached rights are up to 2 s old, and each check
// refreshes them.
const CHECK_EVERY_MS = 1_500;

/** Ends long calls whose credential is revoked while they wait or stream. */
export const longCalls = (recheckAccess: RecheckAccess): LongCalls => {
  const watched = new Map<FastifyRequest, (refusal: Refusal) => void>();

  const check = async (request: FastifyRequest): Promise<void> => {
    try {
      await recheckAccess(request);
    } catch (error) {
      // Without the database a revocation cannot be seen, so the call continues.
      if (!(error instanceof Refusal) || error.code === 'unavailable') return;
      const end = watched.get(request);
      watched.delete(request);
      end?.(error);
    }
  };
  const checking = setInterval(() => {
    for (const request of watched.keys()) void check(request);
  }, CHECK_EVERY_MS).unref();

  return {
    watch: (request, end) => {
      watched.set(request, end);
      return () => void watched.delete(request);
    },
    close: () => clearInterval(checking),
  };
};
