import { LRUCache } from 'lru-cache';
import type { Execution } from '../../domain/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { NewExecution } from '../../ports/executions.ts';
import { REMEMBERED_MS } from './status-feed.ts';

const MAX_REMEMBERED = 10_000;

/** Most who follow an execution have just created it, here. To read it again was a sixth of the control plane. */
export const rememberNew = () => {
  const queued = new LRUCache<ExecutionId, OrganizationId>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  return {
    add: ({ id, organizationId }: NewExecution) => {
      queued.set(id, organizationId);
    },
    /** Read from the table as it is now: whoever was told so is not told later that it waits. */
    read: ({ id, status }: Pick<Execution, 'id' | 'status'>) => {
      if (status !== 'CREATED') queued.delete(id);
    },
    has: (organizationId: OrganizationId, id: ExecutionId): boolean => queued.get(id) === organizationId,
  };
};
