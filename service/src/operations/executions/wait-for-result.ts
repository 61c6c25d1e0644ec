import { gone, Refusal, unavailable } from '../../domain/errors.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { ExecutionEnd, Executions, StatusFeed } from '../../ports/executions.ts';
import { findStatus } from './find-execution.ts';

export const resultGone = (deletedAt: Date) =>
  gone('The result', deletedAt, 'Create the execution again to get it.');

/** Waits for the result image. Throws when the execution ends without one or takes too long. */
export const waitForResult = async (
  ports: { executions: Executions; statusFeed: StatusFeed },
  organizationId: OrganizationId,
  id: ExecutionId,
  signal: AbortSignal,
): Promise<NonNullable<ExecutionEnd['result']>> => {
  const read = await findStatus(ports, organizationId, id);
  const status = await ports.statusFeed.finalStatus(id, read, signal);
  if (!status) throw unavailable('The execution has not finished yet. Send the request again.', 5);

  const end = await ports.executions.findEnd(organizationId, id);
  if (end?.status === 'PAYMENT_REQUIRED')
    throw new Refusal(
      'payment_required',
      end.error?.message ?? 'The execution has not been paid. Add credits, then retry it.',
    );
  if (end?.status === 'FAILED')
    throw new Refusal(
      'unprocessable_image',
      end.error?.message ?? 'The execution failed without a reason. Retry it.',
    );
  if (end?.status === 'COMPLETED' && end.resultDeletedAt) throw resultGone(end.resultDeletedAt);
  // A retry was committed between the two reads.
  if (!end?.result || end.status !== 'COMPLETED')
    throw unavailable('The execution is running again. Send the request again.', 1);
  return end.result;
};
