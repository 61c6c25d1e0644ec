import type { OrganizationId } from '../../domain/ids.ts';
import { type RetentionInForce, type RetentionRules, rulesInForce } from '../../domain/retention.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { ALLOW_ERASING } from './allow-erasing.ts';
import { expiresAt } from './expires-at.ts';

/** The most rows in a step: few enough that nobody waits noticeably for its locks. */
const MAX_IN_STEP = 500;

// Adds the rows of organizations that have none yet, so that the defaults of the platform apply to all organizations.
const PREPARE = statement(`
  insert into retention (organization_id) select id from organizations o
  where not exists (select from retention r where r.organization_id = o.id) on conflict do nothing`);

type Due = RetentionRules & { organizationId: OrganizationId };
const TAKE_DUE = statement<Due>(`
  update retention set swept_at = now() where organization_id = (
    select organization_id from retention where swept_at is null or swept_at < now() - interval '1 hour'
    order by swept_at nulls first limit 1 for update skip locked)
  returning organization_id as "organizationId", inputs, results, traces, webhooks, audit_log as "auditLog"`);

/** All images that an execution uses and has made. */
export const imagesOf = (execution: string): string => `(
    select file ->> 'contentHash' as hash from jsonb_each(${execution}.inputs) as input (name, file)
    union all select ${execution}.result_hash
    union all select file ->> 'contentHash' from jsonb_each(${execution}.results) as output (name, file))`;

// An image that is older than the rule allows can only be in use by executions that are older than the rule as well.
const DELETE_IMAGES = statement<{ deleted: number; bytes: number; seen: number; last: string | null }>(`
  with expired as (
    select i.hash, i.bytes from images i
    where i.organization_id = $1 and i.hash > $4 and i.deleted_at is null and ${expiresAt('i', '$2', '$3')} < now()
    order by i.hash limit ${MAX_IN_STEP} for update skip locked
  ), protected as materialized (
    select used.hash from executions e cross join lateral ${imagesOf('e')} used
    where e.organization_id = $1 and e.status in ('CREATED', 'ACTIVE', 'IN_QA')
      and e.created_at < now() - least($2, $3) * interval '1 day'
    union
    select used.hash from batches b join executions e on e.organization_id = b.organization_id and e.batch_id = b.id
    cross join lateral ${imagesOf('e')} used
    where b.organization_id = $1 and b.held_at is not null
  ), deleted as (
    update images i set deleted_at = now() from expired
    where i.organization_id = $1 and i.hash = expired.hash
      and not exists (select from protected where protected.hash = expired.hash)
    returning i.bytes
  ), unusable as (
    delete from reusable_results r using expired where r.organization_id = $1 and r.hash = expired.hash
  )
  select (select count(*) from deleted) as deleted, (select coalesce(sum(bytes), 0)::bigint from deleted) as bytes,
    (select count(*) from expired) as seen, (select max(hash) from expired) as last`);

const IS_HELD = `exists (
      select from batches b where b.organization_id = e.organization_id and b.id = e.batch_id and b.held_at is not null)`;

type Position = { seen: number; at: string | null; id: string | null; deleted: number };
const DELETE_TRACES = statement<Position>(`
  with old as (
    select e.id, e.created_at, e.trace is not null and e.finished_at < now() - $2 * interval '1 day' and not ${IS_HELD}
      as is_due
    from executions e
    where e.organization_id = $1 and e.status = $3::execution_status and e.created_at < now() - $2 * interval '1 day'
      and (e.created_at, e.id) > ($4::timestamptz, $5::uuid)
    order by e.created_at, e.id limit ${MAX_IN_STEP}
  ), cleared as (
    update executions set trace = null where id in (select id from old where is_due) returning 1
  )
  select (select count(*) from old) as seen, (select count(*) from cleared) as deleted,
    (select created_at::text from old order by created_at desc, id desc limit 1) as at,
    (select id from old order by created_at desc, id desc limit 1) as id`);

const DELETE_WEBHOOKS = statement<{ deleted: number }>(`
  with old as (
    select m.id from webhook_messages m left join executions e on e.id = m.execution_id
    where m.organization_id = $1 and m.outcome is not null and m.created_at < now() - $2 * interval '1 day'
      and not coalesce(${IS_HELD}, false)
    order by m.created_at limit ${MAX_IN_STEP} for update of m skip locked
  ), attempts as (
    delete from webhook_attempts using old where message_id = old.id
  ), deleted as (
    delete from webhook_messages m using old where m.id = old.id returning 1
  )
  select count(*) as deleted from deleted`);

const DELETE_AUDIT_LOG = statement<{ deleted: number }>(`
  with deleted as (
    delete from audit_log where (organization_id, id) in (
      select organization_id, id from audit_log
      where organization_id = $1 and at < now() - $2 * interval '1 day' order by at limit ${MAX_IN_STEP})
    returning 1
  )
  select count(*) as deleted from deleted`);

const RECORD = statement(`
  insert into audit_log (organization_id, action, subject, detail) 
  values ($1::uuid, 'retention.delete', $1::uuid::text, $2)`);

type Deleted = { images?: number; traces?: number; webhooks?: number; auditLog?: number };

/**
 * Deletes what is older than the rules of one organization allow; each organization has its turn once an hour. Every step
 * commits on its own. Returns false when no organization is due.
 */
export const sweepNext = async (
  database: Database,
  defaults: RetentionRules,
  closing: AbortSignal,
): Promise<boolean> => {
  await database.run(PREPARE, []);
  const [due] = await database.run(TAKE_DUE, []);
  if (!due) return false;
  const deleted = await sweepOrganization(database, due.organizationId, rulesInForce(due, defaults), closing);
  if (Object.values(deleted).some((count) => count > 0))
    await database.run(RECORD, [due.organizationId, JSON.stringify(deleted)]);
  return true;
};

/** Deletes what is older than the rules allow. Returns how much, by kind. */
export const sweepOrganization = async (
  database: Database,
  organizationId: OrganizationId,
  { inputs, results, traces, webhooks, auditLog }: RetentionInForce,
  closing: AbortSignal,
): Promise<Deleted> => {
  const { run } = database;
  const deleted: Deleted = {};
  if (inputs !== null || results !== null)
    deleted.images = await inSteps(closing, '', async (after) => {
      const [step] = await run(DELETE_IMAGES, [organizationId, inputs, results, after]);
      return { deleted: step?.deleted ?? 0, next: step?.seen === MAX_IN_STEP ? step.last : null };
    });
  if (traces !== null) deleted.traces = await deleteTraces(run, organizationId, traces, closing);
  if (webhooks !== null)
    deleted.webhooks = await whileFull(closing, () => run(DELETE_WEBHOOKS, [organizationId, webhooks]));
  if (auditLog !== null)
    deleted.auditLog = await whileFull(closing, () =>
      database.transaction(async (inside) => {
        await inside(ALLOW_ERASING, []);
        return inside(DELETE_AUDIT_LOG, [organizationId, auditLog]);
      }),
    );
  return deleted;
};

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const deleteTraces = async (
  run: Run,
  organizationId: OrganizationId,
  days: number,
  closing: AbortSignal,
): Promise<number> => {
  let deleted = 0;
  for (const status of ['COMPLETED', 'FAILED'])
    deleted += await inSteps(closing, { at: '-infinity', id: FIRST_ID }, async ({ at, id }) => {
      const [step] = await run(DELETE_TRACES, [organizationId, days, status, at, id]);
      const more = step?.seen === MAX_IN_STEP && step.at !== null && step.id !== null;
      return {
        deleted: step?.deleted ?? 0,
        next: more ? { at: step.at as string, id: step.id as string } : null,
      };
    });
  return deleted;
};

/** Takes steps from one position to the next until there is none, and returns how much they deleted. */
const inSteps = async <Position>(
  closing: AbortSignal,
  first: Position,
  step: (position: Position) => Promise<{ deleted: number; next: Position | null }>,
): Promise<number> => {
  let total = 0;
  for (let position: Position | null = first; position !== null && !closing.aborted; ) {
    const { deleted, next }: { deleted: number; next: Position | null } = await step(position);
    total += deleted;
    position = next;
  }
  return total;
};

const whileFull = (closing: AbortSignal, step: () => Promise<{ deleted: number }[]>): Promise<number> =>
  inSteps(closing, true, async () => {
    const deleted = (await step())[0]?.deleted ?? 0;
    return { deleted, next: deleted === MAX_IN_STEP ? true : null };
  });
