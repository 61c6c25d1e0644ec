import { sendTest } from '../../../operations/webhooks/change-endpoints.ts';
import { route } from '../../server/route.ts';
import { PlainQuery, WebhookEndpointParams } from '../../server/schemas.ts';
import { DeliverySchema, deliveryRecord } from './delivery-record.ts';

export const testEndpoint = route({
  method: 'POST',
  path: '/organization/:id/webhook-endpoints/:endpointId/test',
  versions: ['v1'],
  action: 'webhook.manage',
  organizationInPath: true,
  summary:
    'Sends a test message to one webhook endpoint, even if it is paused or disabled. Returns the delivery.',
  schema: { params: WebhookEndpointParams, querystring: PlainQuery, response: { 202: DeliverySchema } },
  status: 202,
  handler: async (world, { caller, params }) =>
    deliveryRecord(await sendTest(world, caller.organizationId, params.endpointId)),
});
