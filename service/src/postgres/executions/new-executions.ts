import type { Execution } from '../../domain/executions/execution.ts';
import type { Status } from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { NEW_FOR_MS } from './status-feed.ts';

const MAX_YOUNG = 5_000;

/**
 * A cache of the executions that this process has just created. Most callers who follow an execution created it here a
 * moment ago; reading it again took a sixth of the control plane's time.
 */
export const cacheNewExecutions = () => {
  type New = { organizationId: OrganizationId; status: Status; until: number };
  // Two generations: dropping a whole map at once is cheaper than evicting the oldest entry each time.
  let young = new Map<ExecutionId, New>();
  let old = young;
  const find = (id: ExecutionId) => young.get(id) ?? old.get(id);
  return {
    add: (id: ExecutionId, organizationId: OrganizationId, status: Status) => {
      if (young.size >= MAX_YOUNG) {
        old = young;
        young = new Map();
      }
      young.set(id, { organizationId, status, until: performance.now() + NEW_FOR_MS });
    },
    /** Drops an entry when the table has another status: a caller who saw the new status must never get the old one. */
    read: ({ id, status }: Pick<Execution, 'id' | 'status'>) => {
      if (find(id)?.status === status) return;
      young.delete(id);
      old.delete(id);
    },
    statusOf: (organizationId: OrganizationId, id: ExecutionId): Status | undefined => {
      const created = find(id);
      const holds = created?.organizationId === organizationId && performance.now() < created.until;
      return holds ? created.status : undefined;
    },
  };
};
