import type { WebhookQueue } from '../../ports/webhooks.ts';
import type { Database } from '../connection/database.ts';
import { claim } from './claim.ts';
import { nextDueInMs } from './next-due.ts';
import { record } from './record.ts';
import { release } from './release.ts';
import { giveUpOverdue, resume } from './set-aside.ts';

export const webhookQueue = ({ run }: Database): WebhookQueue => ({
  claim: (request) => claim(run, request),
  record: (attempts) => record(run, attempts),
  release: (messageIds) => release(run, messageIds),
  resume: () => resume(run),
  giveUpOverdue: (destination) => giveUpOverdue(run, destination),
  nextDueInMs: () => nextDueInMs(run),
});
