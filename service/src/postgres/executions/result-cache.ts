import { LRUCache } from 'lru-cache';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { ExecutionEnd } from '../../ports/executions.ts';

type Result = NonNullable<ExecutionEnd['result']>;

/** A cache of the results of COMPLETED executions that this process has made or read. Such results never change. */
export type ResultCache = {
  add(organizationId: OrganizationId, id: ExecutionId, result: Result): void;
  /** Announces a completion that this process is committing: its notification may arrive before the query returns. */
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
        // The caller that completes the execution handles a failure. Here a failure only means that nothing is cached.
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
