import { BATCH_STATUSES } from '../../../domain/executions/batch-status.ts';
import type { BatchId } from '../../../domain/ids.ts';
import { Type } from '../../../schema/typebox.ts';
import { CURSOR_PARAMETERS, cursorsOf } from '../../requests/list-cursor.ts';
import { route } from '../../server/route.ts';
import { listSchema, pageQueryWith } from '../../server/schemas.ts';
import { BatchSchema, batchRecord } from './record.ts';

/** The filter of the list. Each cursor contains it. */
const FILTER = {
  search: Type.Optional(
    Type.String({ description: 'Only batches with this text in their name, in upper or lower case' }),
  ),
  status: Type.Optional(Type.Enum([...BATCH_STATUSES], { description: 'Only batches with this status' })),
};
const cursors = cursorsOf<typeof FILTER, BatchId>(FILTER);

export const listBatches = route({
  method: 'GET',
  path: '/batch',
  versions: ['v1'],
  action: 'batch.read',
  summary: 'Lists batches, newest first.',
  schema: {
    querystring: pageQueryWith({ ...FILTER, ...CURSOR_PARAMETERS }),
    response: { 200: listSchema(BatchSchema) },
  },
  handler: async (ports, { caller, query }, reply) => {
    const { limit } = query;
    const { criteria: filter, ...start } = cursors.startOf(query);
    // Reads one entry more than fits on the page, to know whether more follow.
    const page = { ...start, limit: limit && limit + 1 };
    const found = await ports.batches.list(caller.organizationId, filter, page);
    const entries = found.entries.slice(0, limit);
    if (found.totalExceeded) reply.header('x-total-exceeded', 'true');
    const last = entries.at(-1);
    if (last && found.entries.length > limit)
      reply.header('link', cursors.linkAfter(last, `${ports.publicUrl()}/v1/batch`, filter, query));
    return { entries: entries.map(batchRecord), total: found.total };
  },
});
