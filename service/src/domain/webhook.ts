import type { Execution } from './execution.ts';
import { executionRecord } from './execution-record.ts';
import type { Status } from './execution-states.ts';

/** Which changes of an execution are told to its webhooks. */
export const WEBHOOK_TYPES = {
  COMPLETED: 'execution.completed',
  FAILED: 'execution.failed',
  PAYMENT_REQUIRED: 'execution.payment_required',
  IN_QA: 'execution.in_qa',
} as const satisfies Partial<Record<Status, string>>;

/** What is sent. Made from the execution as it was at the event, so that every retry sends the same bytes. */
export const webhookBody = (message: { type: string; createdAt: Date; execution: Execution }): string =>
  JSON.stringify({
    type: message.type,
    timestamp: message.createdAt.toISOString(),
    data: executionRecord(message.execution, { mayReview: false }),
  });
