import { malformed } from '../../../domain/errors.ts';
import type { DeliveryId, ExecutionId, WebhookEndpointId } from '../../../domain/ids.ts';
import { DELIVERY_STATUSES, EVENT_TYPES, type EventType } from '../../../domain/webhooks/webhook.ts';
import type { DeliveryFilter, DeliveryPosition } from '../../../ports/webhooks.ts';
import { Compile, type Static, Type } from '../../../schema/typebox.ts';
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

/** Only the filter parameters of a query. */
export const filterQueryOf = (query: FilterQuery): FilterQuery =>
  Object.fromEntries(
    Object.keys(filterParameters)
      .map((name) => [name, query[name as keyof FilterQuery]])
      .filter(([, value]) => value !== undefined),
  );

const CursorSchema = Type.Object({
  filter: Type.Object(filterParameters, { additionalProperties: false }),
  createdAt: Type.String({ format: 'date-time' }),
  id: idSchema<DeliveryId>('The delivery'),
});

/** A cursor names the last delivery of a page and the filter of the list. */
export const writeCursor = (filter: FilterQuery, { createdAt, id }: DeliveryPosition): string =>
  Buffer.from(JSON.stringify({ filter, createdAt, id })).toString('base64url');

export const readCursor = (text: string): { filter: FilterQuery; after: DeliveryPosition } => {
  const bytes = Buffer.from(text, 'base64url');
  const content = parsedJson(bytes.toString());
  // The decoder ignores characters that are not base64url.
  if (bytes.toString('base64url') !== text || !Compile(CursorSchema).Check(content))
    throw malformed('The parameter cursor is not valid. Use the one in the Link header of the page before.');
  return { filter: content.filter, after: { createdAt: new Date(content.createdAt), id: content.id } };
};

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
