import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors.ts';

export type HeldCalls = {
  /**
   * Watches a call that waits or streams for long. Calls `end` once, with the reason, when the credential no longer
   * allows the call. Returns what stops watching.
   */
  hold(request: FastifyRequest, end: (refusal: Refusal) => void): () => void;
  close(): void;
};

/** Throws a refusal when the credential of an admitted call no longer allows it. */
type Readmit = (request: FastifyRequest) => Promise<void>;

// A revocation must end what it concerns within 5 s. Cached rights are up to 2 s old, and refreshed by the next look.
const CHECK_EVERY_MS = 1_500;

/** Calls under way that a revoked credential must not keep open. */
export const heldCalls = (readmit: Readmit): HeldCalls => {
  const held = new Map<FastifyRequest, (refusal: Refusal) => void>();

  const check = async (request: FastifyRequest): Promise<void> => {
    try {
      await readmit(request);
    } catch (error) {
      // While the database is away nobody can tell whether the credential was revoked, so the call goes on.
      if (!(error instanceof Refusal) || error.code === 'unavailable') return;
      const end = held.get(request);
      held.delete(request);
      end?.(error);
    }
  };
  const checking = setInterval(() => {
    for (const request of held.keys()) void check(request);
  }, CHECK_EVERY_MS).unref();

  return {
    hold: (request, end) => {
      held.set(request, end);
      return () => void held.delete(request);
    },
    close: () => clearInterval(checking),
  };
};
