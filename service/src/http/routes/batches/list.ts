import { malformed } from '../../../domain/errors.ts';
import { BATCH_STATUSES } from '../../../domain/executions/batch-status.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { listSchema, pageQueryWith } from '../../server/schemas.ts';
import { cursorAfter, readCursor } from './batch-cursor.ts';
import { BatchSchema, batchRecord } from './record.ts';

export const listBatches = route({
  method: 'GET',
  path: '/batch',
  versions: ['v1'],
  action: 'batch.read',
  summary: 'Lists batches, newest first. The Link header has the address of the next page.',
  schema: {
    querystring: pageQueryWith({
      search: Type.Optional(Type.String({ description: 'Only batches with this text in their name' })),
      status: Type.Optional(Type.Enum([...BATCH_STATUSES])),
      cursor: Type.Optional(
        Type.String({
          description: 'The position after a page, from its Link header; it includes the filter',
        }),
      ),
    }),
    response: { 200: listSchema(BatchSchema) },
  },
  handler: async (world, { caller, query }, reply) => {
    const { search, status, cursor, limit, offset, organization } = query;
    if (cursor !== undefined && (offset > 0 || search !== undefined || status !== undefined))
      throw malformed(
        'The parameter cursor cannot be combined with offset, search or status. Leave them out.',
      );
    const { filter, after } = cursor === undefined ? { filter: { search, status } } : readCursor(cursor);
    // One more than the page, to know whether more follow.
    const page = { limit: limit === 0 ? 0 : limit + 1, offset, after };
    const found = await world.batches.list(caller.organizationId, filter, page);
    const entries = found.entries.slice(0, limit);
    const last = entries.at(-1);
    if (last && found.entries.length > limit) {
      const next = new URLSearchParams({ cursor: cursorAfter(filter, last), limit: String(limit) });
      if (organization !== undefined) next.set('organization', organization);
      reply.header('link', `<${world.publicUrl()}/v1/batch?${next}>; rel="next"`);
    }
    return { entries: entries.map(batchRecord), total: found.total };
  },
});
