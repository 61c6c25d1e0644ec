import { openCache } from '../../cache/cache.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { ExecutionEnd } from '../../ports/executions.ts';

type Result = NonNullable<ExecutionEnd['result']>;

/**
 * A cache of the results of COMPLETED executions that this process has made or read. Such a result never changes,
 * but it can be deleted.
 */
export type ResultCache = {
  add(organizationId: OrganizationId, id: ExecutionId, result: Result): void;
  /** Announces a completion that this process is committing: its notification may arrive before the query returns. */
  expect(organizationId: OrganizationId, id: ExecutionId, completion: Promise<Result | undefined>): void;
  find(organizationId: OrganizationId, id: ExecutionId): Promise<Result | undefined>;
  /** Drops the results of an organization, or all. */
  forget(organizationId?: OrganizationId): void;
};

const CACHE = { max: 10_000 };

export const openResultCache = (): ResultCache => {
  const cache = openCache<ExecutionId, { organizationId: OrganizationId; result: Result }>(CACHE);
  return {
    add: (organizationId, id, result) => cache.set(id, { organizationId, result }),
    expect: (organizationId, id, completion) => {
      const made = completion.then(
        (result) => result && { organizationId, result },
        // The caller that completes the execution handles a failure. Here a failure only means that nothing is cached.
        () => undefined,
      );
      void cache.expect(id, made);
    },
    find: async (organizationId, id) => {
      const found = await cache.find(id);
      return found?.organizationId === organizationId ? found.result : undefined;
    },
    forget: (organizationId) =>
      cache.forgetWhere((one) => organizationId === undefined || one.organizationId === organizationId),
  };
};
