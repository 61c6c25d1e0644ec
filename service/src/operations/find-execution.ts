import { notFound } from '../domain/errors.ts';
import type { Execution } from '../domain/execution.ts';
import { type ExecutionId, isUuid, type OrganizationId } from '../domain/ids.ts';
import type { Executions } from '../ports/executions.ts';

export const findExecution = async (
  { executions }: { executions: Executions },
  organizationId: OrganizationId,
  id: ExecutionId,
): Promise<Execution> => {
  const execution = isUuid(id) ? await executions.find(organizationId, id) : undefined;
  if (!execution) throw notFound('This execution');
  return execution;
};
