import type { AnswerOf } from 'darkroom-client';

export type Endpoint = AnswerOf<'get', '/v1/organization/{id}/webhook-endpoints'>['entries'][number];
export type Delivery = AnswerOf<'get', '/v1/organization/{id}/webhook-deliveries'>['entries'][number];
export type DeliveryWithAttempts = AnswerOf<'get', '/v1/organization/{id}/webhook-deliveries/{deliveryId}'>;
/** A type of event, a group such as `execution.*`, or `*`. */
type EventChoice = Endpoint['events'][number];
export type EventType = Exclude<Delivery['type'], 'webhook.test'>;

/** When each event is sent. */
export const EVENTS: Record<EventType, string> = {
  'execution.completed': 'An execution is completed.',
  'execution.failed': 'An execution has failed, was canceled or was rejected in review.',
  'execution.payment_required':
    'An execution cannot start because credits are short or the budget of its batch is used up.',
  'execution.in_qa': 'The result of an execution waits for review.',
  'batch.completed': 'All executions of a batch are done.',
  'qa.waiting': 'Results wait for review.',
  'credits.low': 'The credits have fallen below the threshold of the organization.',
};
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];
const ofExecutions = (type: EventType) => type.startsWith('execution.');

/** The event types that the choices of an endpoint include. */
export const typesOf = (events: readonly EventChoice[]): EventType[] =>
  EVENT_TYPES.filter((type) =>
    events.some((choice) => choice === '*' || choice === type || choice === `${type.split('.')[0]}.*`),
  );

/** The shortest way to name these types: `*` for all, `execution.*` for all about executions. */
export const choicesOf = (types: readonly EventType[]): EventChoice[] => {
  if (EVENT_TYPES.every((type) => types.includes(type))) return ['*'];
  if (!EVENT_TYPES.filter(ofExecutions).every((type) => types.includes(type))) return [...types];
  return ['execution.*', ...types.filter((type) => !ofExecutions(type))];
};

/** The events of an endpoint in words. */
export const eventWords = (events: readonly EventChoice[]): string => {
  const types = typesOf(events);
  return types.length === EVENT_TYPES.length ? 'All events' : choicesOf(types).join(', ');
};
