import type { WebhookQueue } from '../../ports/webhooks.ts';
import type { Database } from '../connection/database.ts';
import { claim } from './claim.ts';
import { giveUpOverdue, resumeHeld } from './held-and-overdue.ts';
import { nextDueInMs } from './next-due.ts';
import { record } from './record.ts';
import { release } from './release.ts';

/**
 * `background` is the database for the statements that look for messages to send. An idle worker runs these as
 * well, so they get one connection at most.
 */
export const webhookQueue = (
  { run }: Database,
  background: Pick<Database, 'run'> = { run },
): WebhookQueue => ({
  claim: (request) => claim(background.run, request),
  record: (attempts) => record(run, attempts),
  release: (messageIds) => release(run, messageIds),
  resumeHeld: () => resumeHeld(background.run),
  giveUpOverdue: (destination) => giveUpOverdue(run, destination),
  nextDueInMs: () => nextDueInMs(background.run),
});
