import type { BatchId, OrganizationId } from '../../../domain/ids.ts';
import { afterChange } from '../../../operations/batches/find-batch.ts';
import type { Batches } from '../../../ports/batches.ts';
import { route } from '../../server/route.ts';
import { BatchParams, PlainQuery } from '../../server/schemas.ts';
import { DetailedBatchSchema, detailedBatchRecord } from './record.ts';

/** Declares an endpoint that acts on a batch at once and returns it. */
const verb = (
  name: 'close' | 'pause' | 'resume',
  summary: string,
  act: (batches: Batches, organizationId: OrganizationId, id: BatchId) => Promise<boolean>,
) =>
  route({
    method: 'POST',
    path: `/batch/:id/${name}`,
    versions: ['v1'],
    action: 'batch.write',
    summary,
    schema: { params: BatchParams, querystring: PlainQuery, response: { 200: DetailedBatchSchema } },
    handler: async (world, { caller: { organizationId }, params: { id } }) => {
      const change = () => act(world.batches, organizationId, id);
      return detailedBatchRecord(await afterChange(world, organizationId, id, change));
    },
  });

export const closeBatch = verb(
  'close',
  'Declares that no more executions follow: the batch is completed as soon as none is unfinished.',
  (batches, organizationId, id) => batches.close(organizationId, id),
);
export const pauseBatch = verb(
  'pause',
  'Holds back the queued executions of a batch. Those that are being processed go on.',
  (batches, organizationId, id) => batches.setPaused(organizationId, id, true),
);
export const resumeBatch = verb(
  'resume',
  'Lets the queued executions of a paused batch go on.',
  (batches, organizationId, id) => batches.setPaused(organizationId, id, false),
);
