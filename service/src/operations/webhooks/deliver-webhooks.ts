import { afterAttempt, retryAfterMs } from '../../domain/webhooks/webhook-schedule.ts';
import { signedHeaders } from '../../domain/webhooks/webhook-signature.ts';
import { type Egress, EgressFailure } from '../../ports/egress.ts';
import type { DueMessage, FinishedAttempt } from '../../ports/webhooks.ts';

const MAX_RESPONSE_BYTES = 64 * 1024;

export type DeliverDeps = {
  egress: Egress;
  now: () => Date;
  /** From 0 to 1. */
  random: () => number;
  attemptTimeoutMs: number;
};

/** Makes one attempt to send one message. Undefined when the signal aborted it: then the attempt does not count. */
export const deliverWebhook = async (
  { egress, now, random, attemptTimeoutMs }: DeliverDeps,
  message: DueMessage,
  signal: AbortSignal,
): Promise<FinishedAttempt | undefined> => {
  const startedAt = now();
  const number = message.attemptsBefore + 1;
  const finished = (status: number | null, error: string | null, waitMs: number): FinishedAttempt => ({
    messageId: message.id,
    number,
    startedAt,
    durationMs: Math.max(0, now().getTime() - startedAt.getTime()),
    status,
    error,
    after: afterAttempt({ number, status, retryAfterMs: waitMs, random: random() }),
  });

  try {
    const headers = {
      'content-type': 'application/json',
      ...signedHeaders(message.id, startedAt, message.body, message.secrets),
    };
    const limits = { timeoutMs: attemptTimeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES, signal };
    const { status, retryAfter } = await egress.post(message.url, headers, message.body, limits);
    return finished(status, complaintAbout(status), retryAfterMs(retryAfter, now()));
  } catch (error) {
    if (!(error instanceof EgressFailure)) return finished(null, 'The message could not be signed.', 0);
    return error.kind === 'aborted' ? undefined : finished(null, error.message, 0);
  }
};

const complaintAbout = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'The endpoint redirected, and redirects are not followed.';
  if (status === 410) return 'The endpoint wants no more messages (410).';
  return `The endpoint answered with status ${status}.`;
};
