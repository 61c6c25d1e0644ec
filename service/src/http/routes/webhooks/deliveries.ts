import type { DeliveryId } from '../../../domain/ids.ts';
import { CURSOR_PARAMETERS, cursorsOf } from '../../requests/list-cursor.ts';
import { route } from '../../server/route.ts';
import { listSchema, OrganizationParams, pageQueryWith } from '../../server/schemas.ts';
import { DELIVERY_FILTER, filterOf } from './delivery-filter.ts';
import { DeliverySchema, deliveryRecord } from './delivery-record.ts';

const cursors = cursorsOf<typeof DELIVERY_FILTER, DeliveryId>(DELIVERY_FILTER);

export const listDeliveries = route({
  method: 'GET',
  path: '/organization/:id/webhook-deliveries',
  versions: ['v1'],
  action: 'webhook.manage',
  organizationInPath: true,
  summary: 'Lists the webhook messages of the organization, newest first.',
  schema: {
    params: OrganizationParams,
    querystring: pageQueryWith({ ...CURSOR_PARAMETERS, ...DELIVERY_FILTER }),
    response: { 200: listSchema(DeliverySchema) },
  },
  handler: async (ports, { caller, query }, reply) => {
    const { criteria: filter, ...start } = cursors.startOf(query);
    // Reads one entry more than fits on the page, to know whether more follow.
    const page = { ...start, limit: query.limit && query.limit + 1 };
    const found = await ports.deliveries.list(caller.organizationId, filterOf(filter), page);
    const entries = found.entries.slice(0, query.limit);
    const last = found.entries.length > query.limit ? entries.at(-1) : undefined;
    if (last) {
      const list = `${ports.publicUrl()}/v1/organization/${caller.organizationId}/webhook-deliveries`;
      reply.header('link', cursors.linkAfter(last, list, filter, { limit: query.limit }));
    }
    if (found.exceeded) reply.header('x-total-exceeded', 'true');
    return { entries: entries.map(deliveryRecord), total: found.total };
  },
});
