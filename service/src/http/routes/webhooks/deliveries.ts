import { malformed } from '../../../domain/errors.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { listSchema, OrganizationParams, PageQuery, queryWith } from '../../server/schemas.ts';
import { filterOf, filterParameters, filterQueryOf, readCursor, writeCursor } from './delivery-filter.ts';
import { DeliverySchema, deliveryRecord } from './delivery-record.ts';

const { limit, offset } = PageQuery.properties;
// The offset has no default, so that an offset beside a cursor is noticed.
const offsetIfGiven = Type.Unsafe<number>({ ...offset, default: undefined });

export const listDeliveries = route({
  method: 'GET',
  path: '/organization/:id/webhook-deliveries',
  versions: ['v1'],
  action: 'webhook.manage',
  organizationInPath: true,
  summary: 'Lists the webhook messages of the organization, newest first.',
  schema: {
    params: OrganizationParams,
    querystring: queryWith({
      limit,
      offset: Type.Optional(offsetIfGiven),
      cursor: Type.Optional(
        Type.String({
          description:
            'Continues the list after the page whose Link header has this cursor, with the filter of that page',
        }),
      ),
      ...filterParameters,
    }),
    response: { 200: listSchema(DeliverySchema) },
  },
  handler: async (world, { caller, query }, reply) => {
    if (query.cursor !== undefined && query.offset !== undefined)
      throw malformed('The parameters cursor and offset cannot be used together. Leave one of them out.');
    const { filter, after } =
      query.cursor === undefined
        ? { filter: filterQueryOf(query), after: undefined }
        : readCursor(query.cursor);
    // Reads one entry more than the page has, to know whether more follow.
    const page = { limit: query.limit > 0 ? query.limit + 1 : 0, offset: query.offset ?? 0, after };
    const found = await world.deliveries.list(caller.organizationId, filterOf(filter), page);
    const entries = found.entries.slice(0, query.limit);
    const last = found.entries.length > query.limit ? entries.at(-1) : undefined;
    if (last) {
      const next = `cursor=${writeCursor(filter, last)}&limit=${query.limit}`;
      const list = `${world.publicUrl()}/v1/organization/${caller.organizationId}/webhook-deliveries`;
      reply.header('link', `<${list}?${next}>; rel="next"`);
    }
    if (found.exceeded) reply.header('x-total-exceeded', 'true');
    return { entries: entries.map(deliveryRecord), total: found.total };
  },
});
