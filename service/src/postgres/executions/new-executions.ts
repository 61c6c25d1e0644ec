import { LRUCache } from 'lru-cache';
import type { Execution } from '../../domain/execution.ts';
import type { Status } from '../../domain/execution-states.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { REMEMBERED_MS } from './status-feed.ts';

const MAX_REMEMBERED = 10_000;

/** Most who follow an execution have just created it, here. To read it again was a sixth of the control plane. */
export const rememberNew = () => {
  type New = { organizationId: OrganizationId; status: Status };
  const remembered = new LRUCache<ExecutionId, New>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  return {
    add: (id: ExecutionId, created: New) => {
      remembered.set(id, created);
    },
    /** Read from the table as it is now: whoever was told so is not told something older later. */
    read: ({ id, status }: Pick<Execution, 'id' | 'status'>) => {
      if (remembered.peek(id)?.status !== status) remembered.delete(id);
    },
    statusOf: (organizationId: OrganizationId, id: ExecutionId): Status | undefined => {
      const created = remembered.get(id);
      return created?.organizationId === organizationId ? created.status : undefined;
    },
  };
};
