import { LRUCache } from 'lru-cache';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { ExecutionEnd } from '../../ports/executions.ts';

type Result = NonNullable<ExecutionEnd['result']>;

/** A cache of the results of COMPLETED executions that this process made or has read. Such results never change. */
export type ResultCache = {
  add(organizationId: OrganizationId, id: ExecutionId, result: Result): void;
  /** Announces a completion under way in this process: a reader may hear of it before its statement has answered. */
  expect(organizationId: OrganizationId, id: ExecutionId, completion: Promise<Result | undefined>): void;
  find(organizationId: OrganizationId, id: ExecutionId): Promise<Result | undefined>;
};

const MAX_CACHED = 10_000;

export const openResultCache = (): ResultCache => {
  const cached = new LRUCache<ExecutionId, { organizationId: OrganizationId; result: Result }>({
    max: MAX_CACHED,
  });
  const expected = new Map<ExecutionId, Promise<void>>();
  const add = (organizationId: OrganizationId, id: ExecutionId, result: Result) => {
    cached.set(id, { organizationId, result });
  };
  return {
    add,
    expect: (organizationId, id, completion) => {
      const settled = completion
        // The caller that completes handles a failure; here it only means that there is nothing to cache.
        .then(
          (result) => result && add(organizationId, id, result),
          () => {},
        )
        .then(() => {
          if (expected.get(id) === settled) expected.delete(id);
        });
      expected.set(id, settled);
    },
    find: async (organizationId, id) => {
      if (!cached.has(id)) await expected.get(id);
      const found = cached.get(id);
      return found?.organizationId === organizationId ? found.result : undefined;
    },
  };
};
