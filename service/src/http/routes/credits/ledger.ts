import { malformed } from '../../../domain/errors.ts';
import type { ExecutionId, UserId } from '../../../domain/ids.ts';
import { LEDGER_KINDS, type LedgerFilter } from '../../../ports/organizations.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { cursorReader, writeCursor } from '../../requests/list-cursor.ts';
import { route } from '../../server/route.ts';
import { idSchema, listSchema, OrganizationParams, PageQuery, pageQueryWith } from '../../server/schemas.ts';
import { timeOf, timeSchema } from '../executions/filter-query.ts';
import { LedgerEntrySchema, ledgerRecord } from './record.ts';

const FILTER = {
  kind: Type.Optional(Type.Enum([...LEDGER_KINDS])),
  execution: Type.Optional(idSchema<ExecutionId>('The execution')),
  user: Type.Optional(idSchema<UserId>('The user')),
  createdAfter: Type.Optional(timeSchema('Only entries made at this time or later')),
  createdBefore: Type.Optional(timeSchema('Only entries made before this time')),
};
const FilterSchema = Type.Object(FILTER, { additionalProperties: false });
type FilterQuery = Static<typeof FilterSchema>;
const readCursor = cursorReader(FilterSchema);

const QuerySchema = pageQueryWith({
  ...FILTER,
  // The offset has no default, so that an offset beside a cursor is noticed.
  offset: Type.Optional(Type.Integer({ ...PageQuery.properties.offset, default: undefined })),
  cursor: Type.Optional(
    Type.String({
      description:
        'The place where the next page starts, from the Link header of the page before. It keeps the filter.',
    }),
  ),
});

export const listLedger = route({
  method: 'GET',
  path: '/organization/:id/ledger',
  versions: ['v1'],
  action: 'ledger.read',
  organizationInPath: true,
  summary: 'Lists every movement of credits, newest first.',
  schema: {
    params: OrganizationParams,
    querystring: QuerySchema,
    response: { 200: listSchema(LedgerEntrySchema) },
  },
  handler: async (world, { caller, query }, reply) => {
    const { organizationId } = caller;
    const { filter, ...start } = startOf(query);
    const page = { limit: query.limit, ...start };
    const { entries, total, totalExceeded, more } = await world.credits.ledger(
      organizationId,
      page,
      filterOf(filter),
    );
    if (totalExceeded) reply.header('x-total-exceeded', 'true');
    const last = entries.at(-1);
    if (more && last) {
      const cursor = writeCursor({ fixed: filter, createdAt: last.createdAt.toISOString(), id: last.id });
      const next = new URLSearchParams({ limit: `${query.limit}`, cursor });
      const list = `${world.publicUrl()}/v1/organization/${organizationId}/ledger`;
      reply.header('link', `<${list}?${next}>; rel="next"`);
    }
    return { entries: entries.map(ledgerRecord), total };
  },
});

/** Returns the start of the page and the filter, both from the cursor if there is one. */
const startOf = ({ offset, cursor, ...query }: Static<typeof QuerySchema>) => {
  const given = Object.fromEntries(Object.entries(query).filter(([name]) => name in FILTER)) as FilterQuery;
  if (cursor === undefined) return { filter: given, offset: offset ?? 0 };
  if (offset !== undefined) throw malformed('Send either the parameter cursor or the parameter offset.');
  const { fixed, createdAt, id } = readCursor(cursor, given);
  return { filter: fixed, after: { createdAt, id } };
};

const filterOf = ({ kind, execution, user, createdAfter, createdBefore }: FilterQuery): LedgerFilter => ({
  kind,
  executionId: execution,
  userId: user,
  createdAfter: timeOf('createdAfter', createdAfter),
  createdBefore: timeOf('createdBefore', createdBefore),
});
