import type { Status } from '../executions/execution-states.ts';

/** The statuses that an execution reports to its webhooks, and the message type of each. */
export const WEBHOOK_TYPES = {
  COMPLETED: 'execution.completed',
  FAILED: 'execution.failed',
  PAYMENT_REQUIRED: 'execution.payment_required',
  IN_QA: 'execution.in_qa',
} as const satisfies Partial<Record<Status, string>>;
