import { redeliver, redeliverMatching } from '../../../operations/webhooks/redeliver.ts';
import { Type } from '../../../schema/typebox.ts';
import { checkStrictQuery } from '../../requests/parse-query.ts';
import { route } from '../../server/route.ts';
import { DeliveryParams, OrganizationParams, PlainQuery, queryWith } from '../../server/schemas.ts';
import { DELIVERY_FILTER, filterOf } from './delivery-filter.ts';
import { DeliverySchema, deliveryRecord } from './delivery-record.ts';

const common = {
  method: 'POST',
  versions: ['v1'],
  action: 'webhook.manage',
  organizationInPath: true,
  status: 202,
} as const;

export const redeliverOne = route({
  ...common,
  path: '/organization/:id/webhook-deliveries/:deliveryId/redeliver',
  summary: 'Sends one webhook message again, with the same webhook-id and body.',
  schema: { params: DeliveryParams, querystring: PlainQuery, response: { 202: DeliverySchema } },
  handler: async (ports, { caller, params }) =>
    deliveryRecord(await redeliver(ports.deliveries, caller.organizationId, params.deliveryId)),
});

const QuerySchema = queryWith(DELIVERY_FILTER);

export const redeliverMany = route({
  ...common,
  path: '/organization/:id/webhook-deliveries/redeliver',
  summary:
    'Sends again all webhook messages that match the filter, each with the same webhook-id and body as before.',
  schema: {
    params: OrganizationParams,
    querystring: QuerySchema,
    response: { 202: Type.Object({ matched: Type.Integer() }) },
  },
  handler: async (ports, { caller, query: { organization, ...filter }, raw }) => {
    // If a mistyped filter was ignored, the call would send more messages than the caller wants.
    checkStrictQuery(raw, Object.keys(QuerySchema.properties));
    return redeliverMatching(ports.deliveries, caller.organizationId, filterOf(filter));
  },
});
