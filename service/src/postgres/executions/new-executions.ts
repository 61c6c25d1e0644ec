import type { Execution } from '../../domain/executions/execution.ts';
import type { Status } from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { REMEMBERED_MS } from './status-feed.ts';

const MAX_YOUNG = 5_000;

/** Most who follow an execution have just created it, here. To read it again was a sixth of the control plane. */
export const rememberNew = () => {
  type New = { organizationId: OrganizationId; status: Status; until: number };
  // To forget many at once costs less than the oldest each time.
  let young = new Map<ExecutionId, New>();
  let old = young;
  const find = (id: ExecutionId) => young.get(id) ?? old.get(id);
  return {
    add: (id: ExecutionId, organizationId: OrganizationId, status: Status) => {
      if (young.size >= MAX_YOUNG) {
        old = young;
        young = new Map();
      }
      young.set(id, { organizationId, status, until: performance.now() + REMEMBERED_MS });
    },
    /** Read from the table as it is now: whoever was told so is not told something older later. */
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
