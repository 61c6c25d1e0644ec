import type { ExecutionId, WebhookEndpointId } from '../../../domain/ids.ts';
import { DELIVERY_STATUSES, EVENT_TYPES, type EventType } from '../../../domain/webhooks/webhook.ts';
import type { DeliveryFilter } from '../../../ports/webhooks.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { idSchema } from '../../server/schemas.ts';

const time = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'date-time',
      expects: 'a time such as 2027-01-31T12:00:00.000Z',
      description,
    }),
  );

/** The query parameters that choose deliveries. */
export const filterParameters = {
  status: Type.Optional(Type.Enum([...DELIVERY_STATUSES])),
  type: Type.Optional(Type.Enum(Object.keys(EVENT_TYPES) as EventType[])),
  endpoint: Type.Optional(idSchema<WebhookEndpointId>('The webhook endpoint')),
  execution: Type.Optional(idSchema<ExecutionId>('The execution')),
  host: Type.Optional(
    Type.String({
      description: 'Host of the URL, with its port if the URL has one, such as example.com:8080',
    }),
  ),
  createdAfter: time('Only messages that were created after this time'),
  createdBefore: time('Only messages that were created before this time'),
};

const FilterSchema = Type.Object(filterParameters);
type FilterQuery = Static<typeof FilterSchema>;

/** The filter in a query. */
export const filterOf = ({ createdAfter, createdBefore, ...query }: FilterQuery): DeliveryFilter => ({
  ...query,
  createdAfter: createdAfter === undefined ? undefined : new Date(createdAfter),
  createdBefore: createdBefore === undefined ? undefined : new Date(createdBefore),
});
