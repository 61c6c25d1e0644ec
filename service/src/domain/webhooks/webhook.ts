import type { Status } from '../executions/execution-states.ts';

/** Which changes of an execution are told to its webhooks. */
export const WEBHOOK_TYPES = {
  COMPLETED: 'execution.completed',
  FAILED: 'execution.failed',
  PAYMENT_REQUIRED: 'execution.payment_required',
  IN_QA: 'execution.in_qa',
} as const satisfies Partial<Record<Status, string>>;
