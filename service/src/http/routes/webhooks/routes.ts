import { listDeliveries } from './deliveries.ts';
import { readDelivery } from './delivery.ts';
import { changeEndpoint, readEndpoint, removeEndpoint } from './endpoint.ts';
import { createEndpoint, listEndpoints } from './endpoints.ts';
import { redeliverMany, redeliverOne } from './redeliver.ts';
import { readWebhookSecret, rotateWebhookSecret } from './secret.ts';
import { testEndpoint } from './test-endpoint.ts';

/** The endpoints for receivers of webhooks, their deliveries and the signing secret. */
export const webhookRoutes = [
  ...[readWebhookSecret, rotateWebhookSecret],
  ...[listEndpoints, createEndpoint, readEndpoint, changeEndpoint, removeEndpoint, testEndpoint],
  ...[listDeliveries, readDelivery, redeliverOne, redeliverMany],
];
