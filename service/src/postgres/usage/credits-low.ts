import type { EventType } from '../../domain/webhooks/webhook.ts';
import { type Database, statement } from '../connection/database.ts';
import { noticesFor } from '../people/notices.ts';
import { eventMessages, HAS_MESSAGES, tellMessages, type WithMessages } from '../webhooks/messages-for.ts';

const TYPE = 'credits.low' satisfies EventType;

// One statement changes the flag and writes the messages. When two workers do this at once, the second finds the
// flag set, so each fall below the threshold is reported once. A background step does this, because it would slow
// down every create.
const REPORT_LOW_CREDITS = statement<WithMessages>(
  `
  with changed as (
    update organizations o set credits_are_low = not o.credits_are_low
    from accounts a
    where a.organization_id = o.id and (o.credits_low_at is not null or o.credits_are_low)
      and case when o.credits_are_low then o.credits_low_at is null or a.spendable > o.credits_low_at
        else a.spendable < o.credits_low_at end
    returning o.id, o.credits_are_low, o.credits_low_at, a.spendable
  ), messages as (${eventMessages({
    from: 'changed',
    organizationId: 'changed.id',
    type: `'${TYPE}'::text`,
    data: `json_build_object('organizationId', changed.id, 'credits', changed.spendable,
      'creditsLowAt', changed.credits_low_at)`,
    condition: 'changed.credits_are_low',
  })}), mails as (${noticesFor({
    from: 'changed',
    organizationId: 'changed.id',
    kind: 'credits.low',
    data: `jsonb_build_object('credits', changed.spendable, 'threshold', changed.credits_low_at)`,
    condition: 'changed.credits_are_low',
  })})
  select ${HAS_MESSAGES}`,
  tellMessages,
);

/** Sends credits.low for the organizations whose spendable credits have fallen below their threshold. */
export const reportLowCredits = async ({ run }: Pick<Database, 'run'>): Promise<void> => {
  await run(REPORT_LOW_CREDITS, []);
};
