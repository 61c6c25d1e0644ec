import { notFound } from '../../domain/errors.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import { isFinal, type StatusAt } from '../../domain/executions/execution-states.ts';
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

/** Finds the status of an execution, as the starting point for following it. */
export const findStatus = async (
  ports: { executions: Executions; statusFeed: StatusFeed },
  organizationId: OrganizationId,
  id: ExecutionId,
): Promise<StatusAt> => {
  const first = ports.executions.newStatus(organizationId, id);
  const known = first && (ports.statusFeed.recent(id) ?? first);
  // A final or IN_QA status may be outdated, because the notification of a decision or a retry may still be
  // on its way. Then ask the database.
  if (known && !isFinal(known.status) && known.status !== 'IN_QA') return known;
  const status = isUuid(id) ? await ports.executions.status(organizationId, id) : undefined;
  if (!status) throw notFound('This execution');
  return status;
};
