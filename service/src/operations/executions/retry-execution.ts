import { notFound, Refusal } from '../../domain/errors.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { Executions } from '../../ports/executions.ts';

/** Runs a failed or unpaid execution again at the price agreed at its creation. */
export const retryExecution = async (
  world: { executions: Executions },
  organizationId: OrganizationId,
  id: ExecutionId,
): Promise<Execution> => {
  const retried = await world.executions.retry(organizationId, id);
  if (!retried) throw notFound('A failed or unpaid execution with this id');
  if (retried === 'credits_short')
    throw new Refusal('payment_required', 'There are still too few credits. Add credits, then retry.');
  return retried;
};
