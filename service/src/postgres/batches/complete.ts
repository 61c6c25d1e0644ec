import { STATUSES } from '../../domain/executions/execution-states.ts';
import type { BatchId, OrganizationId } from '../../domain/ids.ts';
import type { EventType } from '../../domain/webhooks/webhook.ts';
import { type Database, statement } from '../connection/database.ts';
import { type JsonField, jsonObject, utcText } from '../connection/json-object.ts';
import { noticesFor } from '../people/notices.ts';
import { eventMessages, HAS_MESSAGES, tellMessages, type WithMessages } from '../webhooks/messages-for.ts';
import { COUNTED, IS_CLOSED, STATUS } from './counters.ts';

const MAX_CHECKS = 100;

const TAKE_CHECKS = statement<{ organizationId: OrganizationId; id: BatchId }>(`
  select organization_id as "organizationId", batch_id as id from batch_checks
  where due_at <= now() order by due_at limit ${MAX_CHECKS} for update skip locked`);

// Skips a batch that another transaction has locked, and leaves it for the next round: waiting could deadlock, because
// that transaction may wait for the check of the batch, which is locked here.
const LOCK = statement<{ organizationId: OrganizationId; id: BatchId }>(`
  select b.organization_id as "organizationId", b.id from unnest($1::uuid[], $2::uuid[]) as due (organization_id, id)
  join batches b on b.organization_id = due.organization_id and b.id = due.id
  for update of b skip locked`);

const field = (name: string, value: string): JsonField => ({ name, value, whenNull: 'null' });

const COUNTS = jsonObject(STATUSES.map((status) => field(status, `changed."${status}"`)));
const DATA = jsonObject([
  field('id', 'changed.id'),
  field('name', 'changed.name'),
  field('organizationId', 'changed.organization_id'),
  field('status', "'completed'::text"),
  field('round', 'changed.rounds'),
  field('expected', 'changed.expected'),
  field('counts', COUNTS),
  field('chargedCredits', 'changed.charged'),
  field('heldCredits', 'changed.held'),
  field('createdAt', utcText('changed.created_at')),
  field('completedAt', utcText('changed.completed_at')),
]);
const MESSAGES = eventMessages({
  from: 'completed',
  organizationId: 'changed.organization_id',
  type: `'${'batch.completed' satisfies EventType}'::text`,
  data: DATA,
  urls: 'changed.webhooks',
});

const MAILS = noticesFor({
  from: 'completed',
  organizationId: 'changed.organization_id',
  kind: 'batch.completed',
  data: `jsonb_build_object('batchId', changed.id, 'name', coalesce(changed.name, changed.id::text),
    'completed', changed."COMPLETED", 'failed', changed."FAILED")`,
});

// A batch with an unfinished execution, or without a change since it was last completed, is not completed now: its next
// change asks for the next check. A batch that must be quiet for a while ($3, in milliseconds) is checked again after
// that time. The status that lists use is stored here, under the lock, before the check is deleted.
const DECIDE = statement<{ verdict: 'completed' | 'wait' | 'not yet' } & WithMessages>(
  `
  with decided as (
    select b.organization_id, b.id, counted.*, ${STATUS} as status, case
      when counted.unfinished > 0 or b.completed_changes is not distinct from counted.changes then 'not yet'
      when counted.total >= b.expected or ${IS_CLOSED} then 'completed'
      when b.expected is not null or counted.total = 0 then 'not yet'
      when counted.last_changed_at <= now() - $3 * interval '1 millisecond' then 'completed'
      else 'wait' end as verdict
    from unnest($1::uuid[], $2::uuid[]) as locked (organization_id, id)
    join batches b on b.organization_id = locked.organization_id and b.id = locked.id cross join ${COUNTED}
  ), completed as (
    update batches b set rounds = b.rounds + 1, completed_at = now(), completed_changes = decided.changes,
      status = 'completed'
    from decided
    where b.organization_id = decided.organization_id and b.id = decided.id and decided.verdict = 'completed'
    returning b.*, ${[...STATUSES.map((status) => `"${status}"`), 'charged', 'held'].map((name) => `decided.${name}`).join(', ')}
  ), listed as (
    update batches b set status = decided.status
    from decided
    where b.organization_id = decided.organization_id and b.id = decided.id and decided.verdict <> 'completed'
      and b.status <> decided.status
  ), messages as (
    ${MESSAGES}
  ), mails as (
    ${MAILS}
  ), waiting as (
    update batch_checks c set due_at = decided.last_changed_at + $3 * interval '1 millisecond'
    from decided
    where c.organization_id = decided.organization_id and c.batch_id = decided.id and decided.verdict = 'wait'
  ), done as (
    delete from batch_checks c using decided
    where c.organization_id = decided.organization_id and c.batch_id = decided.id and decided.verdict <> 'wait'
  )
  select verdict, ${HAS_MESSAGES} from decided`,
  tellMessages,
);

/**
 * Decides which of the batches that changed are now completed, at most MAX_CHECKS in a call. Several workers may do
 * this at the same time: each decision is made under the lock of the batch's row. Returns whether more may be due.
 */
export const completeBatches = (database: Database, quietMs: number): Promise<boolean> =>
  database.transaction(async (run) => {
    const due = await run(TAKE_CHECKS, []);
    const keysOf = (batches: typeof due) => [
      batches.map(({ organizationId }) => organizationId),
      batches.map(({ id }) => id),
    ];
    const locked = due.length > 0 ? await run(LOCK, keysOf(due)) : [];
    // A statement of its own, so that it sees what was committed before the lock was granted.
    if (locked.length > 0) await run(DECIDE, [...keysOf(locked), quietMs]);
    return due.length === MAX_CHECKS && locked.length > 0;
  });
