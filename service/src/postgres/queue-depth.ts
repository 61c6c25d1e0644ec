import { statusAfter } from '../domain/executions/execution-states.ts';
import {
  type BusyRate,
  type LivingWorker,
  MAX_COUNTED_PLACES,
  type Queue,
  type QueueDepth,
  type QueuePlace,
} from '../ports/queue.ts';
import { type Database, type Run, statement } from './connection/database.ts';
import { after, allows } from './executions/states.ts';
import { LIVING_WORKERS } from './workers/living.ts';

const WINDOW_MINUTES = 5;
const WINDOW = `interval '${WINDOW_MINUTES} minutes'`;
const KEPT = "interval '10 minutes'";
/** The throughput is measured over at least this time: over a shorter one it would vary too much. */
const LEAST_BUSY_SECONDS = 10;

const WAITING = allows('claim');
/** The waiting executions that a worker may take: the condition of the index `executions_queued`. */
const CLAIMABLE = `${WAITING} and not paused`;
/** The time at which an organization's oldest claimable execution was queued: one index probe for each priority. */
const oldestIn = (organization: string) => `
    select min(first.queued_at) as queued_at from generate_series(0, 9) as priority(value) cross join lateral (
      select queued_at from executions
      where organization_id = ${organization} and ${CLAIMABLE} and priority = priority.value::smallint
      order by queued_at, id limit 1
    ) first`;
const RUNNING = `status = ${after('claim')}`;
/** The statuses in which a worker leaves an execution. */
const FINISHED = `status in (${(['succeed', 'succeedToReview', 'fail'] as const).map((event) => `'${statusAfter(event)}'`).join(', ')})`;

/**
 * Records how many executions of each organization have finished since the last sample. It reads the stored totals,
 * so the statements that finish executions do no extra work. Several workers may run it at once: the first sample
 * of each 5 seconds is kept, and the next sample counts what the kept one missed. The latest sample of an
 * organization is never deleted, because it has the total.
 */
export const SAMPLE_THROUGHPUT = statement(`
  with outdated as (
    delete from throughput_samples sample where at < now() - ${KEPT} and exists (
      select from throughput_samples later where later.organization_id = sample.organization_id and later.at > sample.at)
  )
  insert into throughput_samples (organization_id, at, finished, total)
  select now_finished.organization_id, date_bin('5 seconds', now(), 'epoch'),
    greatest(0, now_finished.total - coalesce(last.total, 0)), now_finished.total
  from (
    select organization_id, sum(difference)::bigint as total from execution_counts
    where ${FINISHED} group by organization_id
  ) now_finished
  left join lateral (
    select total from throughput_samples sample where sample.organization_id = now_finished.organization_id
    order by at desc limit 1
  ) last on true
  where now_finished.total is distinct from last.total
  on conflict do nothing`);

/** The histogram of the queue times in these rows of usage_sums. */
const waitsIn = (quarters: string) => `
    select coalesce(jsonb_agg(jsonb_build_array(bucket, count) order by bucket), '[]') as "waitTimes" from (
      select bucket, sum(count)::bigint as count
      from ${quarters} cross join lateral unnest(queue_buckets, queue_counts) as waited (bucket, count)
      group by bucket
    ) summed`;
const LAST_HOUR = `dimension = 'total' and span = 'quarter'
          and at >= date_bin('15 minutes', now(), 'epoch') - interval '1 hour'`;

type DepthRow = Omit<QueueDepth, 'throughputPerMinute'> & { finished: number };

const COUNTS = `
  coalesce(sum(difference) filter (where ${WAITING}), 0)::bigint as waiting,
  coalesce(sum(difference) filter (where ${RUNNING}), 0)::bigint as running`;

const OF_ORGANIZATION = statement<DepthRow & { busyFinished: number | null; busySeconds: number | null }>(`
  with oldest as (
${oldestIn('$1')}
  ), busy as (
    select greatest(queued_at, now() - ${WINDOW}) as since from oldest where queued_at is not null
  ), counts as (
    select ${COUNTS} from execution_counts where organization_id = $1
  ), samples as (
    select coalesce(sum(finished), 0)::bigint as finished,
      (sum(finished) filter (where at > (select since from busy)))::bigint as "busyFinished"
    from throughput_samples where organization_id = $1 and at > now() - ${WINDOW}
  ), waits as (${waitsIn(`(select * from usage_sums where organization_id = $1 and ${LAST_HOUR}) quarters`)}
  )
  select counts.*, samples.*, waits.*, (select queued_at::timestamptz(3) from oldest) as "oldestWaitingAt",
    (select extract(epoch from now() - since)::float8 from busy) as "busySeconds"
  from counts, samples, waits`);

const OF_PLATFORM = statement<DepthRow>(`
  with recursive organization(id) as (
    (select organization_id from executions where ${CLAIMABLE} order by organization_id limit 1)
    union all
    select (select organization_id from executions where ${CLAIMABLE} and organization_id > organization.id
      order by organization_id limit 1)
    from organization where organization.id is not null
  ), oldest as (
    select min(of_one.queued_at) as queued_at from organization cross join lateral (${oldestIn('organization.id')}
    ) of_one
  ), counts as (
    select ${COUNTS} from execution_counts
  ), samples as (
    select coalesce(sum(finished), 0)::bigint as finished from throughput_samples where at > now() - ${WINDOW}
  ), waits as (${waitsIn(`organizations cross join lateral (
        select * from usage_sums where organization_id = organizations.id and ${LAST_HOUR}
      ) quarters`)}
  )
  select counts.*, samples.*, waits.*, (select queued_at::timestamptz(3) from oldest) as "oldestWaitingAt"
  from counts, samples, waits`);

const depthOf = ({ waiting, running, oldestWaitingAt, finished, waitTimes }: DepthRow): QueueDepth => ({
  waiting,
  running,
  oldestWaitingAt,
  throughputPerMinute: finished / WINDOW_MINUTES,
  waitTimes,
});

const busyRate = (finished: number | null, seconds: number | null): BusyRate | undefined =>
  finished && seconds && seconds >= LEAST_BUSY_SECONDS ? { finished, seconds } : undefined;

// The position of an execution in the queue of its organization, counted in the order in which executions are claimed.
const PLACE = statement<QueuePlace>(`
  select status, started_at as "startedAt", workflow_version as "workflowVersion",
    case when ${allows('claim', 'execution.status')} and not execution.paused then 1 + (
      select count(*) from (
        select from executions ahead
        where ahead.organization_id = $1 and ${allows('claim', 'ahead.status')} and not ahead.paused
          and (-ahead.priority, ahead.queued_at, ahead.id) < (-execution.priority, execution.queued_at, execution.id)
        limit ${MAX_COUNTED_PLACES - 1}
      ) counted
    ) end as position
  from executions execution where id = $2 and organization_id = $1`);

const WORKERS = statement<LivingWorker>(`
  select id, lanes, lease_until as "leaseUntil",
    (select count(*) from executions where ${RUNNING} and worker = workers.id) as running
  from workers where id in (${LIVING_WORKERS}) order by number`);

const LANES = statement<{ lanes: number }>(`
  select coalesce(sum(lanes), 0)::bigint as lanes from workers where id in (${LIVING_WORKERS})`);

/**
 * Fewer executions than LEAST_RECENT say little about the next ones, so they give no average. At most MAX_RECENT
 * are read.
 */
const LEAST_RECENT = 3;
const MAX_RECENT = 50;

const recentWork = (condition: string, indexed: string) =>
  statement<{ ms: number | null }>(`
  select case when count(*) >= ${LEAST_RECENT} then avg(ms) end as ms from (
    select coalesce((trace #>> '{input,ms}')::float8, 0)
      + coalesce((select sum((step ->> 'ms')::float8) from jsonb_array_elements(trace -> 'steps') step), 0) as ms
    from (
      select trace, workflow_version from executions where organization_id = $1 and ${indexed}
      order by created_at desc, id desc limit ${MAX_RECENT}
    ) latest
    where trace is not null${condition}
  ) measured`);
const RECENT_WORK = recentWork('', `status = ${after('succeed')}`);
const RECENT_WORK_OF_VERSION = recentWork(
  ' and workflow_version = $3',
  `workflow_id = $2 and status not in ('CREATED', 'ACTIVE')`,
);

const recentWorkMs =
  (run: Run): Queue['recentWorkMs'] =>
  async (organizationId, of) => {
    const [row] = of
      ? await run(RECENT_WORK_OF_VERSION, [organizationId, of.workflow, of.version])
      : await run(RECENT_WORK, [organizationId]);
    return row?.ms ?? undefined;
  };

export const queueIn = ({ run }: Database): Queue => ({
  ofOrganization: async (id) => {
    const [row] = await run(OF_ORGANIZATION, [id]);
    return { ...depthOf(row!), busy: busyRate(row!.busyFinished, row!.busySeconds) };
  },
  ofPlatform: async () => depthOf((await run(OF_PLATFORM, []))[0]!),
  placeOf: async (organizationId, id) => (await run(PLACE, [organizationId, id]))[0],
  workers: () => run(WORKERS, []),
  lanes: async () => (await run(LANES, []))[0]?.lanes ?? 0,
  recentWorkMs: recentWorkMs(run),
});
