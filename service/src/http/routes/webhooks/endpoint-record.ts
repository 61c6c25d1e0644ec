import type { UserId, WebhookEndpointId } from '../../../domain/ids.ts';
import { EVENT_FILTERS } from '../../../domain/webhooks/webhook.ts';
import type { WebhookEndpoint } from '../../../ports/webhooks.ts';
import { Type } from '../../../schema/typebox.ts';
import { idSchema, nullable, TimestampSchema } from '../../server/schemas.ts';

export const UrlSchema = Type.String({ description: 'The http or https URL that gets the messages' });
export const EventsSchema = Type.Array(
  Type.Enum([...EVENT_FILTERS], { expects: `one of ${EVENT_FILTERS.join(', ')}` }),
  {
    minItems: 1,
    maxItems: EVENT_FILTERS.length,
    expects: `an array of at least one of ${EVENT_FILTERS.join(', ')}`,
    description: 'Event types, groups of types such as execution.*, or * for all',
  },
);
export const PausedSchema = Type.Boolean({
  description: 'Messages are kept while the endpoint is paused, and sent when it is resumed.',
});

export const EndpointSchema = Type.Object(
  {
    id: idSchema<WebhookEndpointId>('The webhook endpoint'),
    url: Type.String(),
    events: EventsSchema,
    paused: PausedSchema,
    failingSince: nullable({
      ...TimestampSchema,
      description:
        'Time of the first failed attempt since the last successful one; null when the last attempt succeeded',
    }),
    disabledAt: nullable({
      ...TimestampSchema,
      description:
        'When the service disabled the endpoint because it failed for days. Changing the endpoint enables it again.',
    }),
    createdBy: idSchema<UserId>('The user'),
    createdAt: TimestampSchema,
  },
  { $id: 'WebhookEndpoint' },
);

export const endpointRecord = ({ failingSince, disabledAt, createdAt, ...endpoint }: WebhookEndpoint) => ({
  ...endpoint,
  failingSince: failingSince?.toISOString() ?? null,
  disabledAt: disabledAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
