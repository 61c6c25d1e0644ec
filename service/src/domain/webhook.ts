import { malformed } from './errors.ts';
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

export type WebhookType = (typeof WEBHOOK_TYPES)[keyof typeof WEBHOOK_TYPES];

const MAX_WEBHOOKS = 10;
const MAX_URL_LENGTH = 2048;

/** Refuses what can never be delivered to. Host names are judged when they are resolved, at each delivery. */
export const checkWebhookUrls = (
  urls: readonly string[],
  isForbidden: (url: URL) => boolean,
): readonly string[] => {
  if (urls.length > MAX_WEBHOOKS) throw malformed(`At most ${MAX_WEBHOOKS} webhooks are allowed.`);
  for (const text of urls) {
    const url = parseWebUrl(text);
    if (!url)
      throw malformed(
        `The webhook ${quote(text)} must be an http or https URL of at most ${MAX_URL_LENGTH} characters.`,
      );
    if (isForbidden(url))
      throw malformed(`The webhook ${quote(text)} names a private or reserved address. Use a public one.`);
  }
  return urls;
};

/** Undefined for anything that is not an ordinary http or https URL. */
export const parseWebUrl = (text: string): URL | undefined => {
  if (text.length > MAX_URL_LENGTH || !text.isWellFormed() || /[\s\p{Cc}]/u.test(text)) return undefined;
  const url = URL.parse(text);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
};

/** What is sent. Made from the execution as it was at the event, so that every retry sends the same bytes. */
export const webhookBody = (message: { type: string; createdAt: Date; execution: Execution }): string =>
  JSON.stringify({
    type: message.type,
    timestamp: message.createdAt.toISOString(),
    data: executionRecord(message.execution, { mayReview: false }),
  });

const quote = (text: string): string => JSON.stringify(text.slice(0, 100));
