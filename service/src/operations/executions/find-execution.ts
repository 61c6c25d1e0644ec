import { notFound } from '../../domain/errors.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import { isFinal, type Status } from '../../domain/executions/execution-states.ts';
import { type ExecutionId, isUuid, type OrganizationId } from '../../domain/ids.ts';
import type { Executions, StatusFeed } from '../../ports/executions.ts';

export const findExecution = async (
  { executions }: { executions: Executions },
  organizationId: OrganizationId,
  id: ExecutionId,
): Promise<Execution> => {
  const execution = isUuid(id) ? await executions.find(organizationId, id) : undefined;
  if (!execution) throw notFound('This execution');
  return execution;
};

/** Its status alone, to follow it from there. */
export const findStatus = async (
  world: { executions: Executions; statusFeed: StatusFeed },
  organizationId: OrganizationId,
  id: ExecutionId,
): Promise<Status> => {
  const first = world.executions.newStatus(organizationId, id);
  const known = first && (world.statusFeed.recent(id) ?? first);
  // A decision or a retry may have been committed, and its notification still be on the way.
  if (known && !isFinal(known) && known !== 'IN_QA') return known;
  return (await findExecution(world, organizationId, id)).status;
};
