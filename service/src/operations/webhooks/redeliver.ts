import { malformed, notFound } from '../../domain/errors.ts';
import type { DeliveryId, OrganizationId } from '../../domain/ids.ts';
import type { Deliveries, Delivery, DeliveryFilter } from '../../ports/webhooks.ts';

/** Sends one message again, whatever its outcome was. */
export const redeliver = async (
  deliveries: Deliveries,
  organizationId: OrganizationId,
  id: DeliveryId,
): Promise<Delivery> => {
  await deliveries.redeliver(organizationId, id);
  const delivery = await deliveries.find(organizationId, id);
  if (!delivery) throw notFound('The delivery');
  return delivery;
};

/** Sends all messages again that match the filter. An empty filter is refused: it is more likely a mistake. */
export const redeliverMatching = async (
  deliveries: Deliveries,
  organizationId: OrganizationId,
  filter: DeliveryFilter,
): Promise<{ matched: number }> => {
  if (Object.values(filter).every((value) => value === undefined))
    throw malformed(
      'A filter is required, such as status=gave_up. Without one, every message would be sent again.',
    );
  return { matched: await deliveries.redeliverAll(organizationId, filter) };
};
