import { notFound } from '../../domain/errors.ts';
import type { BatchId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { Batches } from '../../ports/batches.ts';
import type { BulkAction, Executions } from '../../ports/executions.ts';
import { startBulkAction } from '../executions/bulk-actions.ts';

type Ports = { batches: Batches; executions: Pick<Executions, 'bulkActions'> };

/**
 * Retries or cancels the executions of a batch, in the background: all of them, or those that failed with `errorCode`.
 * After a cancel, the unpaid executions of the batch do not resume by themselves until the batch is retried.
 */
export const actOnBatch = async (
  ports: Ports,
  organizationId: OrganizationId,
  id: BatchId,
  { verb, errorCode, by }: { verb: 'retry' | 'cancel'; errorCode: string | undefined; by: UserId },
): Promise<BulkAction> => {
  const found = await ports.batches.setCanceled(organizationId, id, verb === 'cancel');
  if (!found) throw notFound('The batch');
  return startBulkAction(ports, organizationId, verb, { batch: id, errorCode }, by);
};
