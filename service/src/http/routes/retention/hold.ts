import { changeAndFind } from '../../../operations/batches/find-batch.ts';
import { route } from '../../server/route.ts';
import { BatchParams, PlainQuery } from '../../server/schemas.ts';
import { DetailedBatchSchema, detailedBatchRecord } from '../batches/record.ts';

const verb = (name: 'hold' | 'release', held: boolean, summary: string) =>
  route({
    method: 'POST',
    path: `/batch/:id/${name}`,
    versions: ['v1'],
    action: 'batch.hold',
    summary,
    schema: { params: BatchParams, querystring: PlainQuery, response: { 200: DetailedBatchSchema } },
    handler: async (ports, { caller: { organizationId, principal }, params: { id } }) => {
      const change = () => ports.retention.setHeld(organizationId, id, held, principal.userId);
      return detailedBatchRecord(await changeAndFind(ports, organizationId, id, change));
    },
  });

export const holdBatch = verb('hold', true, 'Puts a batch on hold: retention deletes none of its data.');
export const releaseBatch = verb(
  'release',
  false,
  'Ends the hold on a batch: retention applies to it again.',
);
