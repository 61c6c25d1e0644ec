import type { FastifyReply, FastifyRequest } from 'fastify';
import { malformed } from '../../../domain/errors.ts';
import type { ExecutionId } from '../../../domain/ids.ts';
import type { ExecutionList, ListOrder } from '../../../ports/executions.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { pathOf } from '../../replies/error-reply.ts';
import { cursorReader, writeCursor } from '../../requests/list-cursor.ts';
import { route } from '../../server/route.ts';
import { listSchema, pageQueryWith } from '../../server/schemas.ts';
import type { World } from '../../server/world.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';
import { FILTER_PARAMETERS, filterOf } from './filter-query.ts';

const ORDERS: Record<string, ListOrder> = { '-createdAt': 'newestFirst', createdAt: 'oldestFirst' };

/** The filter and sort order that a cursor carries. */
const FIXED = {
  ...FILTER_PARAMETERS,
  sort: Type.Optional(
    Type.Enum(Object.keys(ORDERS), {
      description: 'Newest first (-createdAt, the default) or oldest first',
    }),
  ),
};
const FixedSchema = Type.Object(FIXED, { additionalProperties: false });
type Fixed = Static<typeof FixedSchema>;
const readCursor = cursorReader(FixedSchema);

const QuerySchema = pageQueryWith({
  ...FIXED,
  // The offset has no default, so that an offset beside a cursor is noticed.
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'How many executions to leave out at the beginning. Default: 0. Not together with cursor.',
      expects: 'a whole number of 0 or more',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'The place where the next page starts, from the Link header of the page before. It keeps the filter and the sort order.',
    }),
  ),
});

export const list = route({
  method: 'GET',
  path: '/workflow/execution',
  versions: ['v1', 'v2'],
  action: 'execution.read',
  summary: 'Lists executions, newest first.',
  schema: { querystring: QuerySchema, response: { 200: listSchema(ExecutionRecordSchema) } },
  handler: async (world, request, reply) => {
    const { caller, query } = request;
    const { fixed, ...start } = startOf(query);
    const { sort = '-createdAt', ...filter } = fixed;
    const page = { limit: query.limit, order: ORDERS[sort] as ListOrder, ...start };
    const found = await world.executions.list(caller.organizationId, filterOf(filter), page);
    if (found.totalExceeded) reply.header('x-total-exceeded', 'true');
    linkNext(world, request, reply, fixed, found);
    const { entries, total } = found;
    return { entries: entries.map((execution) => recordFor(caller, execution)), total };
  },
});

/** Returns the start of the page, the filter and the sort order, all from the cursor if there is one. */
const startOf = ({ organization, limit, offset, cursor: text, ...query }: Static<typeof QuerySchema>) => {
  const given = Object.fromEntries(Object.entries(query).filter(([name]) => name in FIXED)) as Fixed;
  if (text === undefined) return { fixed: given, offset: offset ?? 0 };
  if (offset !== undefined) throw malformed('Send either the parameter cursor or the parameter offset.');
  const { fixed, createdAt, id } = readCursor(text, given);
  return { fixed, after: { createdAt, id: id as ExecutionId } };
};

/** Announces the next page, if more follow. */
const linkNext = (
  world: World,
  { raw, query }: FastifyRequest<{ Querystring: Static<typeof QuerySchema> }>,
  reply: FastifyReply,
  fixed: Fixed,
  { entries, more }: ExecutionList,
): void => {
  const last = entries.at(-1);
  if (!more || !last) return;
  const { organization, limit } = query;
  const cursor = writeCursor({ fixed, createdAt: last.createdAt.toISOString(), id: last.id });
  const next = new URLSearchParams({ ...(organization && { organization }), limit: `${limit}`, cursor });
  reply.header('link', `<${world.publicUrl()}${pathOf(raw)}?${next}>; rel="next"`);
};
