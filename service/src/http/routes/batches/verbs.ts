import type { BatchId, BulkActionId, OrganizationId } from '../../../domain/ids.ts';
import { actOnBatch } from '../../../operations/batches/act-on-batch.ts';
import { changeAndFind } from '../../../operations/batches/find-batch.ts';
import type { Batches } from '../../../ports/batches.ts';
import { Type } from '../../../schema/typebox.ts';
import { checkStrictQuery } from '../../requests/parse-query.ts';
import { route } from '../../server/route.ts';
import { BatchParams, idSchema, PlainQuery, queryWith } from '../../server/schemas.ts';
import { FILTER_PARAMETERS } from '../executions/filter-query.ts';
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
    handler: async (ports, { caller: { organizationId }, params: { id } }) => {
      const change = () => act(ports.batches, organizationId, id);
      return detailedBatchRecord(await changeAndFind(ports, organizationId, id, change));
    },
  });

export const closeBatch = verb(
  'close',
  'Closes a batch: no more executions follow, and it is completed as soon as all of its executions are finished.',
  (batches, organizationId, id) => batches.close(organizationId, id),
);
export const pauseBatch = verb(
  'pause',
  'Pauses a batch: its queued executions wait, and those that are being processed continue.',
  (batches, organizationId, id) => batches.setPaused(organizationId, id, true),
);
export const resumeBatch = verb(
  'resume',
  'Resumes a paused batch, so that its queued executions can start.',
  (batches, organizationId, id) => batches.setPaused(organizationId, id, false),
);

/** Declares an endpoint that acts on the executions of a batch in the background. */
const bulkVerb = (
  verb: 'retry' | 'cancel',
  summary: string,
  filter: Partial<Pick<typeof FILTER_PARAMETERS, 'errorCode'>> = {},
) => {
  const querystring = queryWith(filter);
  const parameters = Object.keys(querystring.properties);
  return route({
    method: 'POST',
    path: `/batch/:id/${verb}`,
    versions: ['v1'],
    action: 'batch.write',
    summary,
    status: 202,
    schema: {
      params: BatchParams,
      querystring,
      response: {
        202: Type.Object({
          id: idSchema<BulkActionId>('The bulk call'),
          matched: Type.Integer({
            description: 'How many executions of the batch are in a status that allows the action',
          }),
        }),
      },
    },
    handler: async (ports, { caller: { organizationId, principal }, params, query, raw }) => {
      // If a mistyped filter was ignored, the call would change more executions than the caller wants.
      checkStrictQuery(raw, parameters);
      const { errorCode } = query as { errorCode?: string };
      const asked = { verb, errorCode, by: principal.userId };
      const { id, matched } = await actOnBatch(ports, organizationId, params.id, asked);
      return { id, matched };
    },
  });
};

export const retryBatch = bulkVerb(
  'retry',
  'Retries the failed and unpaid executions of a batch in the background. Leaves out canceled and rejected ones unless errorCode names them.',
  { errorCode: FILTER_PARAMETERS.errorCode },
);
export const cancelBatch = bulkVerb(
  'cancel',
  'Cancels the queued and running executions of a batch in the background.',
);
