import type { ExecutionId, WebhookEndpointId } from '../../../domain/ids.ts';
import { DELIVERY_STATUSES, EVENT_TYPES, type EventType } from '../../../domain/webhooks/webhook.ts';
import type { DeliveryFilter } from '../../../ports/webhooks.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { timeOf, timeSchema } from '../../requests/time-parameter.ts';
import { idSchema } from '../../server/schemas.ts';

/** The query parameters that choose deliveries. */
export const DELIVERY_FILTER = {
  status: Type.Optional(Type.Enum([...DELIVERY_STATUSES], { description: 'Only messages with this status' })),
  type: Type.Optional(
    Type.Enum(Object.keys(EVENT_TYPES) as EventType[], { description: 'Only messages of this type' }),
  ),
  endpoint: Type.Optional(idSchema<WebhookEndpointId>('The webhook endpoint')),
  execution: Type.Optional(idSchema<ExecutionId>('The execution')),
  host: Type.Optional(
    Type.String({
      description: 'Host of the URL, with its port if the URL has one, such as example.com:8080',
    }),
  ),
  createdAfter: Type.Optional(timeSchema('Only messages created at this time or later')),
  createdBefore: Type.Optional(timeSchema('Only messages created before this time')),
};

const FilterSchema = Type.Object(DELIVERY_FILTER);

/** The filter in the query of a list or of a redelivery. */
export const filterOf = ({
  createdAfter,
  createdBefore,
  ...query
}: Static<typeof FilterSchema>): DeliveryFilter => ({
  ...query,
  createdAfter: timeOf('createdAfter', createdAfter),
  createdBefore: timeOf('createdBefore', createdBefore),
});
