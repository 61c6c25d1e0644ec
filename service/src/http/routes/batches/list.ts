import { malformed } from '../../../domain/errors.ts';
import { BATCH_STATUSES } from '../../../domain/executions/batch-status.ts';
import type { BatchId } from '../../../domain/ids.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { cursorReader, writeCursor } from '../../requests/list-cursor.ts';
import { route } from '../../server/route.ts';
import { listSchema, pageQueryWith } from '../../server/schemas.ts';
import { BatchSchema, batchRecord } from './record.ts';

/** The filter that a cursor carries. */
const FILTER = {
  search: Type.Optional(
    Type.String({ description: 'Only batches with this text in their name, in any case' }),
  ),
  status: Type.Optional(Type.Enum([...BATCH_STATUSES])),
};
const FilterSchema = Type.Object(FILTER, { additionalProperties: false });
const readCursor = cursorReader(FilterSchema);

const QuerySchema = pageQueryWith({
  ...FILTER,
  // The offset has no default, so that an offset beside a cursor is noticed.
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'How many batches to leave out at the beginning. Default: 0. Not together with cursor.',
      expects: 'a whole number of 0 or more',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'The place where the next page starts, from the Link header of the page before. It keeps the filter.',
    }),
  ),
});

export const listBatches = route({
  method: 'GET',
  path: '/batch',
  versions: ['v1'],
  action: 'batch.read',
  summary: 'Lists batches, newest first.',
  schema: { querystring: QuerySchema, response: { 200: listSchema(BatchSchema) } },
  handler: async (world, { caller, query }, reply) => {
    const { limit, organization } = query;
    const { filter, ...start } = startOf(query);
    // Reads one entry more than the page has, to know whether more follow.
    const page = { ...start, limit: limit && limit + 1 };
    const found = await world.batches.list(caller.organizationId, filter, page);
    const entries = found.entries.slice(0, limit);
    if (found.totalExceeded) reply.header('x-total-exceeded', 'true');
    const last = entries.at(-1);
    if (last && found.entries.length > limit) {
      const cursor = writeCursor({ fixed: filter, createdAt: last.createdAt.toISOString(), id: last.id });
      const next = new URLSearchParams({ ...(organization && { organization }), limit: `${limit}`, cursor });
      reply.header('link', `<${world.publicUrl()}/v1/batch?${next}>; rel="next"`);
    }
    return { entries: entries.map(batchRecord), total: found.total };
  },
});

/** Returns the start of the page and the filter, both from the cursor if there is one. */
const startOf = ({ search, status, offset, cursor }: Static<typeof QuerySchema>) => {
  const given = { ...(search !== undefined && { search }), ...(status !== undefined && { status }) };
  if (cursor === undefined) return { filter: given, offset: offset ?? 0 };
  if (offset !== undefined) throw malformed('Send either the parameter cursor or the parameter offset.');
  const { fixed, createdAt, id } = readCursor(cursor, given);
  return { filter: fixed, offset: 0, after: { createdAt: new Date(createdAt), id: id as BatchId } };
};
