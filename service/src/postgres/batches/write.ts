import { searchName } from '../../domain/executions/search-name.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { Batches } from '../../ports/batches.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { tellQueued } from '../executions/tell-status.ts';
import { lockBatches } from './allowance.ts';

const CREATE = statement(`
  with batch as (
    insert into batches (organization_id, id, name, search_name, created_by, expected, budget, priority, webhooks, qa)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $11)
  )
  insert into batch_workflows (organization_id, batch_id, workflow_id) select $1, $2, $10::uuid where $10 is not null`);

export const createBatch =
  (run: Run): Batches['create'] =>
  async ({ organizationId, id, name, createdBy, expected, budget, priority, webhooks, workflow, qa }) => {
    const values = [
      organizationId,
      id,
      name,
      searchName(name),
      createdBy,
      expected,
      budget,
      priority,
      webhooks,
    ];
    await run(CREATE, [...values, workflow ?? null, qa && JSON.stringify(qa)]);
  };

const USED_BY_BATCH = `(
        select coalesce(sum(held + charged), 0) from batch_counts c where c.organization_id = $1 and c.batch_id = $2)`;

// Fields that are not in the change keep their values. The statement also requests a check whether the batch is
// completed, because `expected` may have changed.
const CHANGE = statement<{ raised: boolean; priority: number }>(`
  with before as (
    select * from batches where organization_id = $1 and id = $2
  ), changed as (
    update batches b set
      name = coalesce($3::jsonb ->> 'name', b.name),
      search_name = coalesce($4, b.search_name),
      expected = case when $3::jsonb ? 'expected' then ($3::jsonb ->> 'expected')::integer else b.expected end,
      budget = case when $3::jsonb ? 'budget' then ($3::jsonb ->> 'budget')::bigint else b.budget end,
      used_before_budget = case when $3::jsonb ? 'budget' then ${USED_BY_BATCH} else b.used_before_budget end,
      priority = coalesce(($3::jsonb ->> 'priority')::smallint, b.priority),
      qa = case when $3::jsonb ? 'qa' then nullif($3::jsonb -> 'qa', 'null') else b.qa end
    from before
    where b.organization_id = before.organization_id and b.id = before.id
    returning b.*, before.budget as budget_before
  ), checked as (
    insert into batch_checks (organization_id, batch_id) select organization_id, id from changed
    on conflict (organization_id, batch_id) do update set due_at = excluded.due_at
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, $5, 'batch.change', id, $3::jsonb from changed
  )
  select priority, canceled_at is null and budget_before is not null and (budget is null or budget > budget_before)
    as raised
  from changed`);

const RESUME = statement(`
  insert into resume_jobs (organization_id, batch_id) values ($1, $2)
  on conflict (organization_id, batch_id) do update set after_created_at = null, after_id = null`);

const SET_PRIORITY = statement(`
  update executions set priority = $3
  where organization_id = $1 and batch_id = $2 and status = 'CREATED' and priority <> $3`);

export const changeBatch =
  (database: Database): Batches['change'] =>
  (organizationId, id, change, by) =>
    database.transaction(async (run) => {
      await lockBatches(run, organizationId, [id]);
      const sought = change.name === undefined ? null : searchName(change.name);
      const [changed] = await run(CHANGE, [organizationId, id, JSON.stringify(change), sought, by]);
      if (!changed) return false;
      if (change.priority !== undefined) await run(SET_PRIORITY, [organizationId, id, changed.priority]);
      if (changed.raised) await run(RESUME, [organizationId, id]);
      return true;
    });

const CLOSE = statement<{ id: string }>(`
  with closed as (
    update batches set closed_at = clock_timestamp() where organization_id = $1 and id = $2
    returning organization_id, id
  )
  insert into batch_checks (organization_id, batch_id) select organization_id, id from closed
  on conflict (organization_id, batch_id) do update set due_at = excluded.due_at
  returning batch_id as id`);

export const closeBatch =
  ({ run }: Database): Batches['close'] =>
  async (organizationId, id) =>
    (await run(CLOSE, [organizationId, id])).length > 0;

// The statement also requests a check of the batch, which stores the new status.
const SET_PAUSED = statement(`
  with changed as (
    update batches set paused = $3 where organization_id = $1 and id = $2 returning organization_id, id
  )
  insert into batch_checks (organization_id, batch_id) select organization_id, id from changed
  on conflict (organization_id, batch_id) do update set due_at = excluded.due_at`);
const PAUSE_QUEUED = statement<{ count: number }>(
  `
  with changed as (
    update executions set paused = $3
    where organization_id = $1 and batch_id = $2 and status = 'CREATED' and paused <> $3
    returning 1
  )
  select count(*) from changed where not $3`,
  ([changed], [organizationId]) => tellQueued(organizationId as OrganizationId, changed?.count ?? 0),
);

/** Inserts and retries lock the batch as well, so none can queue an execution that misses the change. */
export const setPaused =
  (database: Database): Batches['setPaused'] =>
  (organizationId, id, paused) =>
    database.transaction(async (run) => {
      const [batch] = await lockBatches(run, organizationId, [id]);
      if (!batch) return false;
      await run(SET_PAUSED, [organizationId, id, paused]);
      await run(PAUSE_QUEUED, [organizationId, id, paused]);
      return true;
    });

const SET_CANCELED = statement<{ id: string }>(`
  update batches set canceled_at = case when $3::boolean then now() end
  where organization_id = $1 and id = $2 returning id`);

export const setCanceled =
  ({ run }: Database): Batches['setCanceled'] =>
  async (organizationId, id, canceled) =>
    (await run(SET_CANCELED, [organizationId, id, canceled])).length > 0;
