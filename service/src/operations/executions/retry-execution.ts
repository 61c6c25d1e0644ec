import { gone, notFound, Refusal } from '../../domain/errors.ts';
import type { UnpaidReason } from '../../domain/executions/allowance.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { Executions } from '../../ports/executions.ts';

const STILL_UNPAID: Record<UnpaidReason, string> = {
  credits_short: 'There are still too few credits. Add credits, then retry.',
  budget_reached: 'The budget of the batch is still used up. Raise the budget of the batch, then retry.',
};

/** Runs a failed or unpaid execution again at the price agreed at its creation. */
export const retryExecution = async (
  ports: { executions: Executions },
  organizationId: OrganizationId,
  id: ExecutionId,
): Promise<Execution> => {
  const retried = await ports.executions.retry(organizationId, id);
  if (!retried) throw notFound('A failed or unpaid execution with this id');
  if (retried instanceof Date)
    throw gone('An input image of the execution', retried, 'Upload the same image again, then retry.');
  if (typeof retried === 'string') throw new Refusal('payment_required', STILL_UNPAID[retried]);
  return retried;
};
