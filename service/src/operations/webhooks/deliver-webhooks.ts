import { afterAttempt, retryAfterMs } from '../../domain/webhooks/webhook-schedule.ts';
import { type Egress, EgressFailure } from '../../ports/egress.ts';
import type { DueMessage, FinishedAttempt } from '../../ports/webhooks.ts';
import { startSpan } from '../../tracing/spans.ts';
import { signedHeaders } from './signed-headers.ts';

const MAX_RESPONSE_BYTES = 64 * 1024;
/** The number of bytes of the receiver's response that are recorded. */
const MAX_KEPT_BYTES = 1024;

export type DeliverPorts = {
  egress: Egress;
  now: () => Date;
  /** Returns a random number from 0 to 1. */
  random: () => number;
  attemptTimeoutMs: number;
};

/** Makes one attempt to send one message. Undefined when the signal aborted it: then the attempt does not count. */
export const deliverWebhook = async (
  { egress, now, random, attemptTimeoutMs }: DeliverPorts,
  message: DueMessage,
  signal: AbortSignal,
): Promise<FinishedAttempt | undefined> => {
  const startedAt = now();
  const span = message.traceParent
    ? startSpan('webhook', {
        parent: message.traceParent,
        kind: 'client',
        attributes: { 'darkroom.message': message.id },
      })
    : undefined;
  const number = message.attemptsBefore + 1;
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(message.id, startedAt, message.body, message.secrets),
    ...(span && { traceparent: span.context }),
  };
  const finished = (
    status: number | null,
    error: string | null,
    { answer = null, waitMs = 0 }: { answer?: string | null; waitMs?: number } = {},
  ): FinishedAttempt => ({
    messageId: message.id,
    number,
    startedAt,
    durationMs: Math.max(0, now().getTime() - startedAt.getTime()),
    requestHeaders: headers,
    status,
    error,
    answer,
    after: afterAttempt({ number, status, retryAfterMs: waitMs, random: random() }),
  });

  const limits = {
    timeoutMs: attemptTimeoutMs,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    maxKeptBytes: MAX_KEPT_BYTES,
    signal,
  };
  try {
    const { status, retryAfter, text } = await egress.post(message.url, headers, message.body, limits);
    span?.end({ attributes: { 'http.response.status_code': status } });
    const waitMs = retryAfterMs(retryAfter, now());
    return finished(status, complaintAbout(status), { answer: withoutNul(text), waitMs });
  } catch (error) {
    span?.end({ error });
    if (!(error instanceof EgressFailure)) throw error;
    return error.kind === 'aborted' ? undefined : finished(null, error.message);
  }
};

/** PostgreSQL cannot store NUL characters. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

const complaintAbout = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return 'The endpoint responded with a redirect, which is not followed. Use the URL that it redirects to.';
  if (status === 410)
    return 'The endpoint responded with status 410 (gone), so this message is not sent again.';
  return `The endpoint responded with status ${status}.`;
};
