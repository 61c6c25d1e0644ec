import { notFound, Refusal } from '../../domain/errors.ts';
import type { OrganizationId, UserId, WebhookEndpointId } from '../../domain/ids.ts';
import { checkWebUrl } from '../../domain/webhooks/web-urls.ts';
import {
  type Deliveries,
  type Delivery,
  type EndpointChange,
  MAX_ENDPOINTS,
  type WebhookEndpoint,
  type WebhookEndpoints,
} from '../../ports/webhooks.ts';

type Ports = { webhookEndpoints: WebhookEndpoints; isForbiddenUrl(url: URL): boolean };
type Caller = { organizationId: OrganizationId; userId: UserId };

/** Adds a receiver of the organization's events. */
export const addEndpoint = async (
  { webhookEndpoints, isForbiddenUrl }: Ports,
  { organizationId, userId }: Caller,
  { paused = false, ...endpoint }: { url: string; events: string[]; paused?: boolean },
): Promise<WebhookEndpoint> => {
  checkWebUrl(endpoint.url, 'The field url', isForbiddenUrl);
  const added = await webhookEndpoints.add(organizationId, { ...endpoint, paused }, userId);
  if (added === 'url_used') throw urlUsed();
  if (added === 'too_many')
    throw new Refusal(
      'conflict',
      `The organization has ${MAX_ENDPOINTS} webhook endpoints, which is the maximum. Delete one first.`,
    );
  return added;
};

/** Changes a receiver, and enables it if the service had disabled it. */
export const updateEndpoint = async (
  { webhookEndpoints, isForbiddenUrl }: Ports,
  { organizationId, userId }: Caller,
  id: WebhookEndpointId,
  change: EndpointChange,
): Promise<WebhookEndpoint> => {
  if (change.url !== undefined) checkWebUrl(change.url, 'The field url', isForbiddenUrl);
  const changed = await webhookEndpoints.change(organizationId, id, change, userId);
  if (changed === 'url_used') throw urlUsed();
  if (!changed) throw notFound('The webhook endpoint');
  return changed;
};

const urlUsed = () =>
  new Refusal('conflict', 'Another webhook endpoint of the organization has this url. Change that one.');

/** Writes a test message for one receiver, and returns its delivery. */
export const sendTest = async (
  { webhookEndpoints, deliveries }: Pick<Ports, 'webhookEndpoints'> & { deliveries: Deliveries },
  organizationId: OrganizationId,
  id: WebhookEndpointId,
): Promise<Delivery> => {
  const deliveryId = await webhookEndpoints.test(organizationId, id);
  const delivery = deliveryId && (await deliveries.find(organizationId, deliveryId));
  if (!delivery) throw notFound('The webhook endpoint');
  return delivery;
};
