import { LRUCache } from 'lru-cache';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { ExecutionEnd } from '../../ports/executions.ts';

type Result = NonNullable<ExecutionEnd['result']>;

/** Results of COMPLETED executions that this process made or has read. Nothing changes about them any more. */
export type KnownResults = {
  add(organizationId: OrganizationId, id: ExecutionId, result: Result): void;
  find(organizationId: OrganizationId, id: ExecutionId): Result | undefined;
};

const MAX_REMEMBERED = 10_000;

export const rememberResults = (): KnownResults => {
  const known = new LRUCache<ExecutionId, { organizationId: OrganizationId; result: Result }>({
    max: MAX_REMEMBERED,
  });
  return {
    add: (organizationId, id, result) => {
      known.set(id, { organizationId, result });
    },
    find: (organizationId, id) => {
      const found = known.get(id);
      return found?.organizationId === organizationId ? found.result : undefined;
    },
  };
};
