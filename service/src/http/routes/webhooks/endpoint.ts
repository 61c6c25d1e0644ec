import { notFound } from '../../../domain/errors.ts';
import { updateEndpoint } from '../../../operations/webhooks/change-endpoints.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { PlainQuery, WebhookEndpointParams } from '../../server/schemas.ts';
import { EndpointSchema, EventsSchema, endpointRecord, PausedSchema, UrlSchema } from './endpoint-record.ts';

const common = {
  path: '/organization/:id/webhook-endpoints/:endpointId',
  versions: ['v1'],
  action: 'webhook.manage',
  organizationInPath: true,
} as const;
const schema = { params: WebhookEndpointParams, querystring: PlainQuery };

export const readEndpoint = route({
  ...common,
  method: 'GET',
  summary: 'Returns one webhook endpoint.',
  schema: { ...schema, response: { 200: EndpointSchema } },
  handler: async (world, { caller, params }) => {
    const endpoint = await world.webhookEndpoints.find(caller.organizationId, params.endpointId);
    if (!endpoint) throw notFound('The webhook endpoint');
    return endpointRecord(endpoint);
  },
});

export const changeEndpoint = route({
  ...common,
  method: 'PUT',
  summary:
    'Changes a webhook endpoint; fields that are left out stay as they are. Enables it if it was disabled.',
  schema: {
    ...schema,
    body: Type.Partial(Type.Object({ url: UrlSchema, events: EventsSchema, paused: PausedSchema })),
    response: { 200: EndpointSchema },
  },
  example: { paused: true },
  handler: async (world, { caller, params, body }) => {
    const by = { organizationId: caller.organizationId, userId: caller.principal.userId };
    return endpointRecord(await updateEndpoint(world, by, params.endpointId, body));
  },
});

export const removeEndpoint = route({
  ...common,
  method: 'DELETE',
  summary: 'Deletes a webhook endpoint. Its messages that wait for an attempt are not sent any more.',
  schema,
  status: 204,
  handler: async (world, { caller, params }, reply) => {
    const { organizationId, principal } = caller;
    const removed = await world.webhookEndpoints.remove(organizationId, params.endpointId, principal.userId);
    if (!removed) throw notFound('The webhook endpoint');
    return reply.send();
  },
});
