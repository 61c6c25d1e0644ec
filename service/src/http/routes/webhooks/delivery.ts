import { notFound } from '../../../domain/errors.ts';
import { route } from '../../server/route.ts';
import { DeliveryParams, PlainQuery } from '../../server/schemas.ts';
import { attemptRecord, deliveryRecord, FullDeliverySchema } from './delivery-record.ts';

export const readDelivery = route({
  method: 'GET',
  path: '/organization/:id/webhook-deliveries/:deliveryId',
  versions: ['v1'],
  action: 'webhook.manage',
  organizationInPath: true,
  summary: 'Returns one webhook message with every attempt to deliver it.',
  schema: { params: DeliveryParams, querystring: PlainQuery, response: { 200: FullDeliverySchema } },
  handler: async (ports, { caller, params }) => {
    const delivery = await ports.deliveries.find(caller.organizationId, params.deliveryId);
    if (!delivery) throw notFound('The delivery');
    const { body, attempts } = delivery;
    return { ...deliveryRecord(delivery), body, attempts: attempts.map(attemptRecord) };
  },
});
