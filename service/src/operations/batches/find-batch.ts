import { notFound } from '../../domain/errors.ts';
import type { BatchId, OrganizationId } from '../../domain/ids.ts';
import type { Batch, Batches, BatchMinute } from '../../ports/batches.ts';
import type { BatchReview, Review } from '../../ports/review.ts';

type World = { batches: Batches };
type DetailedWorld = World & { review: Pick<Review, 'planOfBatch'> };
export type DetailedBatch = Batch & { throughput: BatchMinute[]; reviewPlans: BatchReview['workflows'] };

const unknown = () => notFound('The batch');

/** Finds a batch of the organization. */
export const findBatch = async (
  { batches }: World,
  organizationId: OrganizationId,
  id: BatchId,
): Promise<Batch> => {
  const batch = await batches.find(organizationId, id);
  if (!batch) throw unknown();
  return batch;
};

/** Finds a batch together with its throughput of the last hour and the plans by which its results are reviewed. */
export const findDetailedBatch = async (
  world: DetailedWorld,
  organizationId: OrganizationId,
  id: BatchId,
): Promise<DetailedBatch> => {
  const [batch, throughput, review] = await Promise.all([
    findBatch(world, organizationId, id),
    world.batches.throughput(organizationId, id),
    world.review.planOfBatch(organizationId, id),
  ]);
  return { ...batch, throughput, reviewPlans: review?.workflows ?? [] };
};

/** Makes a change and returns the changed batch. `change` returns false when there is no such batch. */
export const changeAndFind = async (
  world: DetailedWorld,
  organizationId: OrganizationId,
  id: BatchId,
  change: () => Promise<boolean>,
): Promise<DetailedBatch> => {
  if (!(await change())) throw unknown();
  return findDetailedBatch(world, organizationId, id);
};
