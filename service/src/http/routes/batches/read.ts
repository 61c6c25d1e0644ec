import { findDetailedBatch } from '../../../operations/batches/find-batch.ts';
import { route } from '../../server/route.ts';
import { BatchParams, PlainQuery } from '../../server/schemas.ts';
import { DetailedBatchSchema, detailedBatchRecord } from './record.ts';

export const readBatch = route({
  method: 'GET',
  path: '/batch/:id',
  versions: ['v1'],
  action: 'batch.read',
  summary: 'Returns one batch with its counters and its throughput.',
  schema: { params: BatchParams, querystring: PlainQuery, response: { 200: DetailedBatchSchema } },
  handler: async (ports, { caller, params }) =>
    detailedBatchRecord(await findDetailedBatch(ports, caller.organizationId, params.id)),
});
