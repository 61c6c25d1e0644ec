import { uuidv7 } from 'uuidv7';
import { notFound } from '../../domain/errors.ts';
import type { BatchId } from '../../domain/ids.ts';
import { checkWebhookUrls } from '../../domain/webhooks/web-urls.ts';
import type { Batches, NewBatch } from '../../ports/batches.ts';
import type { Review } from '../../ports/review.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { batchPlan, type GivenPlan, planOfWorkflow } from '../review/batch-plan.ts';
import { type DetailedBatch, findDetailedBatch } from './find-batch.ts';

type Ports = {
  batches: Batches;
  workflows: Workflows;
  review: Pick<Review, 'planOfBatch'>;
  isForbiddenUrl(url: URL): boolean;
};

type BatchRequest = Omit<NewBatch, 'id' | 'qa'> & { review: GivenPlan | null; mayWeaken: boolean };

/** Creates a batch before its first execution. Executions join it with its id as the label `service_batch_id`. */
export const createBatch = async (
  ports: Ports,
  { review, mayWeaken, ...request }: BatchRequest,
): Promise<DetailedBatch> => {
  const { organizationId, workflow } = request;
  checkWebhookUrls(request.webhooks, ports.isForbiddenUrl);
  if (workflow) {
    const found = await ports.workflows.find(organizationId, workflow, undefined);
    if (!found || found.archived) throw notFound('This workflow');
  }
  const inForce = workflow ? [await planOfWorkflow(ports, organizationId, workflow)] : [];
  const qa = review && batchPlan(mayWeaken, review, inForce);
  const id = uuidv7() as BatchId;
  await ports.batches.create({ ...request, id, qa });
  return findDetailedBatch(ports, organizationId, id);
};
