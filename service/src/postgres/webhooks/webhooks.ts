import type { WebhookMessages, WebhookQueue } from '../../ports/webhooks.ts';
import type { Database } from '../connection/database.ts';
import { claim } from './claim.ts';
import { list } from './list.ts';
import { nextDueInMs } from './next-due.ts';
import { record } from './record.ts';
import { release } from './release.ts';
import { resend } from './resend.ts';

export const webhookQueue = ({ run }: Database): WebhookQueue => ({
  claim: (request) => claim(run, request),
  record: (attempts) => record(run, attempts),
  release: (messageIds) => release(run, messageIds),
  nextDueInMs: () => nextDueInMs(run),
});

export const webhookMessages = ({ run }: Database): WebhookMessages => ({
  list: (organizationId, executionId) => list(run, organizationId, executionId),
  resend: (organizationId, messageId) => resend(run, organizationId, messageId),
});
