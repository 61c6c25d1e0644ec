import type { Status } from '../executions/execution-states.ts';

/** The statuses that an execution reports to its webhooks, and the event type of each. */
export const WEBHOOK_TYPES = {
  COMPLETED: 'execution.completed',
  FAILED: 'execution.failed',
  PAYMENT_REQUIRED: 'execution.payment_required',
  IN_QA: 'execution.in_qa',
} as const satisfies Partial<Record<Status, EventType>>;

/** Every type of event that a webhook can report, with the sentence that the documentation shows. */
export const EVENT_TYPES = {
  'execution.completed': 'An execution is completed.',
  'execution.failed': 'An execution has failed, was canceled or was rejected in review.',
  'execution.payment_required':
    'An execution cannot start because credits are short or the budget of its batch is used up.',
  'execution.in_qa': 'The result of an execution waits for review.',
  'batch.completed': 'All executions of a batch are done.',
  'qa.waiting': 'Results wait for review.',
  'credits.low': 'The credits have fallen below the threshold of the organization.',
  'webhook.test': 'A person asked for a test message.',
} as const;

export type EventType = keyof typeof EVENT_TYPES;

/**
 * The event that only the test of an endpoint sends. It goes to the tested endpoint alone, so endpoints
 * cannot choose it.
 */
export const TEST_EVENT = 'webhook.test' satisfies EventType;

const CHOSEN_TYPES = (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => type !== TEST_EVENT);
const GROUPS = [...new Set(CHOSEN_TYPES.map((type) => `${type.split('.')[0]}.*`))];

/** The filters that `events` of an endpoint may list: a type, all types of a group (`execution.*`), or all (`*`). */
export const EVENT_FILTERS: readonly string[] = [...CHOSEN_TYPES, ...GROUPS, '*'];

/** The number of days that an endpoint may fail without a single success before it is disabled. */
export const DISABLED_AFTER_DAYS = 5;

/** `pending` waits for its next attempt; `held` waits until its endpoint is no longer paused; the others are final. */
export const DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'gave_up', 'stopped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
