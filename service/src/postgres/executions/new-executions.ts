import { openMemory } from '../../cache/cache.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import type { Status } from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { NEW_FOR_MS } from './status-feed.ts';

const CACHE = { max: 10_000, maxAgeMs: NEW_FOR_MS };

/**
 * A cache of the executions that this process has just created. Most callers who follow an execution created it here a
 * moment ago; reading it again took a sixth of the control plane's time.
 */
export const cacheNewExecutions = () => {
  const created = openMemory<ExecutionId, { organizationId: OrganizationId; status: Status }>(CACHE);
  return {
    add: (id: ExecutionId, organizationId: OrganizationId, status: Status) =>
      created.set(id, { organizationId, status }),
    /** Drops an entry when the table has another status: a caller who saw the new status must never get the old one. */
    read: ({ id, status }: Pick<Execution, 'id' | 'status'>) => {
      if (created.get(id)?.status !== status) created.forget(id);
    },
    statusOf: (organizationId: OrganizationId, id: ExecutionId): Status | undefined => {
      const found = created.get(id);
      return found?.organizationId === organizationId ? found.status : undefined;
    },
  };
};
