import type { DeliveryId, ExecutionId, WebhookEndpointId } from '../../../domain/ids.ts';
import { DELIVERY_STATUSES, EVENT_TYPES, type EventType } from '../../../domain/webhooks/webhook.ts';
import type { Delivery, WebhookAttempt } from '../../../ports/webhooks.ts';
import { Type } from '../../../schema/typebox.ts';
import { idSchema, mapSchema, nullable, TimestampSchema } from '../../server/schemas.ts';

const fields = {
  id: idSchema<DeliveryId>('The delivery'),
  endpointId: nullable(idSchema<WebhookEndpointId>('The webhook endpoint')),
  executionId: nullable(idSchema<ExecutionId>('The execution')),
  url: Type.String(),
  type: Type.Enum(Object.keys(EVENT_TYPES) as EventType[]),
  createdAt: TimestampSchema,
  status: Type.Enum([...DELIVERY_STATUSES]),
  attemptCount: Type.Integer(),
  nextAttemptAt: nullable(TimestampSchema),
};
const AttemptSchema = Type.Object({
  number: Type.Integer(),
  startedAt: TimestampSchema,
  durationMs: Type.Integer(),
  requestHeaders: mapSchema(Type.String()),
  status: nullable(
    Type.Integer({ description: 'The HTTP status of the response; null when there was no response' }),
  ),
  error: nullable(Type.String()),
  answer: nullable(Type.String({ description: 'The first 1024 bytes of the response body' })),
});

export const DeliverySchema = Type.Object(fields, { $id: 'WebhookDelivery' });
export const FullDeliverySchema = Type.Object(
  {
    ...fields,
    body: Type.String({ description: 'The body of the message, the same on every attempt' }),
    attempts: Type.Array(AttemptSchema),
  },
  { $id: 'WebhookDeliveryWithAttempts' },
);

export const deliveryRecord = (delivery: Delivery) => ({
  id: delivery.id,
  endpointId: delivery.endpointId,
  executionId: delivery.executionId,
  url: delivery.url,
  type: delivery.type,
  createdAt: delivery.createdAt.toISOString(),
  status: delivery.status,
  attemptCount: delivery.attemptCount,
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
});

export const attemptRecord = ({ startedAt, ...attempt }: WebhookAttempt) => ({
  ...attempt,
  startedAt: startedAt.toISOString(),
});
