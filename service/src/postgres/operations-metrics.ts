import { type Database, statement } from './connection/database.ts';
import { LIVING_WORKERS } from './workers/living.ts';

type OperationsMetrics = {
  waiting: number;
  oldestSeconds: number;
  workers: number;
  lanes: number;
  webhookLagSeconds: number;
};

// The oldest execution is found by jumping from organization to organization and from priority to priority in the index of
// the queue, so that a long queue costs no more than a short one.
const READ = statement<OperationsMetrics>(`
  with recursive organization as (
    (select organization_id as id from executions where status = 'CREATED' and not paused order by organization_id limit 1)
    union all
    select (select e.organization_id from executions e
      where e.status = 'CREATED' and not e.paused and e.organization_id > organization.id order by 1 limit 1)
    from organization where organization.id is not null
  ), oldest as (
    select min(first.queued_at) as at from organization cross join generate_series(0, 9) as priority(value)
      cross join lateral (
        select queued_at from executions
        where organization_id = organization.id and status = 'CREATED' and not paused
          and priority = priority.value::smallint
        order by queued_at, id limit 1
      ) first
  ), living as (
    select count(*) as workers, coalesce(sum(lanes), 0) as lanes from workers where id in (${LIVING_WORKERS})
  )
  select coalesce((select sum(difference) from execution_counts where status = 'CREATED'), 0)::float8 as waiting,
    coalesce(extract(epoch from now() - oldest.at), 0)::float8 as "oldestSeconds",
    living.workers::float8 as workers, living.lanes::float8 as lanes,
    coalesce((select extract(epoch from now() - next_attempt_at) from webhook_messages
      where outcome is null and next_attempt_at <= now() and attempts = 0
      order by next_attempt_at limit 1), 0)::float8 as "webhookLagSeconds"
  from oldest, living`);

/**
 * Reads the measurements that all processes of the installation share: the queue, the workers and the webhook messages
 * that are due.
 */
export const readOperationsMetrics = async ({ run }: Database): Promise<OperationsMetrics> =>
  (await run(READ, []))[0] as OperationsMetrics;
