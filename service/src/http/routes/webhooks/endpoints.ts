import { addEndpoint } from '../../../operations/webhooks/change-endpoints.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { listSchema, OrganizationParams, PageQuery, PlainQuery } from '../../server/schemas.ts';
import { EndpointSchema, EventsSchema, endpointRecord, PausedSchema, UrlSchema } from './endpoint-record.ts';

const common = {
  path: '/organization/:id/webhook-endpoints',
  versions: ['v1'],
  action: 'webhook.manage',
  organizationInPath: true,
} as const;

export const listEndpoints = route({
  ...common,
  method: 'GET',
  summary: 'Lists the webhook endpoints of the organization, newest first.',
  schema: {
    params: OrganizationParams,
    querystring: PageQuery,
    response: { 200: listSchema(EndpointSchema) },
  },
  handler: async (world, { caller, query }) => {
    const { entries, total } = await world.webhookEndpoints.list(caller.organizationId, query);
    return { entries: entries.map(endpointRecord), total };
  },
});

export const createEndpoint = route({
  ...common,
  method: 'POST',
  summary: 'Adds a webhook endpoint, which receives events of the organization.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: Type.Object({ url: UrlSchema, events: EventsSchema, paused: Type.Optional(PausedSchema) }),
    response: { 201: EndpointSchema },
  },
  example: { url: 'https://shop.example/darkroom', events: ['execution.*', 'credits.low'] },
  status: 201,
  handler: async (world, { caller, body }) => {
    const { organizationId, principal } = caller;
    return endpointRecord(await addEndpoint(world, { organizationId, userId: principal.userId }, body));
  },
});
