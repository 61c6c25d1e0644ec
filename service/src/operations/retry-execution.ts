import { notFound, Refusal } from '../domain/errors.ts';
import type { Execution } from '../domain/execution.ts';
import type { ExecutionId, OrganizationId } from '../domain/ids.ts';
import type { Executions } from '../ports/executions.ts';
import { findExecution } from './find-execution.ts';

/** Runs a failed or unpaid execution again at the price agreed at its creation. */
export const retryExecution = async (
  world: { executions: Executions },
  organizationId: OrganizationId,
  id: ExecutionId,
): Promise<Execution> => {
  const outcome = await world.executions.retry(organizationId, id);
  if (!outcome) throw notFound('A failed or unpaid execution with this id');
  if (outcome === 'credits_short')
    throw new Refusal('payment_required', 'There are still too few credits. Add credits, then retry.');
  return findExecution(world, organizationId, id);
};
