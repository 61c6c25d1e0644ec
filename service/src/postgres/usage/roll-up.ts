import { BUCKET_RATIO } from '../../domain/usage/time-histogram.ts';
import { type Database, statement } from '../connection/database.ts';

const KEY = ['organization_id', 'dimension', 'span', 'at', 'group_id'];
const keyOf = (row: string) => KEY.map((column) => `${row}.${column}`).join(', ');

const sameKey = (one: string, other: string) =>
  KEY.map((column) =>
    column === 'group_id'
      ? `coalesce(${one}.${column}, '') = coalesce(${other}.${column}, '')`
      : `${one}.${column} = ${other}.${column}`,
  ).join(' and ');

/** The quarter of an hour that a time is in. */
export const quarterOf = (time: string) => `date_bin('15 minutes', ${time}, 'epoch')`;

const bucketOf = (ms: string) =>
  `(case when ${ms} < 1 then 0 else 1 + floor(ln(${ms}) / ln(${BUCKET_RATIO}::float8)) end)::smallint`;

const sumOf = (measure: string) => `coalesce(sum(amount) filter (where measure = '${measure}'), 0)`;
const arrayOf = (column: string, measure: string) =>
  `coalesce(array_agg(${column} order by bucket) filter (where measure = '${measure}'), '{}')`;

/** The most events in a step: few enough that the step takes only tens of milliseconds. */
const MAX_EVENTS_IN_STEP = 1_000;

// Moves events into the stored sums, in one statement: a crash cannot lose an event or count it twice. Rows of
// usage_sums that change are deleted and inserted again with the new sums. Several workers may do this at once: a
// worker skips the rows that another one is replacing and adds a row of its own, which a later step sums up.
// Each component counts the executions in which it ran; both its work and its processing time are the time of its steps.
const ROLL_UP = statement<{ taken: number }>(`
  with taken as (
    delete from usage_events where ctid = any (array(
      select ctid from usage_events limit ${MAX_EVENTS_IN_STEP} for update skip locked))
    returning *
  ), run as (
    select row_number() over () as number, t.ends, t.failed, t.finished_at, t.charged_credits, t.charged_at, t.queue_ms,
      t.processing_ms, case when t.charged_at is not null then e.trace else t.trace end as trace,
      e.organization_id, e.workflow_id, e.api_key_id, e.user_id, e.batch_id, e.workflow_version
    from taken t join executions e on e.id = t.execution_id
  ), used as (
    select run.number, version.steps -> (position - 1)::integer ->> 'component' as component,
      coalesce(sum((step ->> 'ms')::float8), 0) as ms,
      bool_or(position - 1 = (run.trace ->> 'failed')::integer) as failed_here
    from run cross join lateral jsonb_array_elements(run.trace -> 'steps') with ordinality traced (step, position)
    left join workflow_versions version on version.id = run.workflow_version
    where not step ? 'skipped' group by 1, 2
  ), part as (
    select organization_id, workflow_id, api_key_id, user_id, batch_id, null::text as component, ends, failed,
      finished_at, charged_credits, charged_at, queue_ms, processing_ms,
      coalesce((trace #>> '{input,ms}')::float8, 0) + coalesce(steps.ms, 0) as work_ms
    from run left join (select number, sum(ms) as ms from used group by number) steps on steps.number = run.number
    union all
    select organization_id, null, null, null, null, component, ends, failed and failed_here,
      finished_at, charged_credits, charged_at, queue_ms, case when queue_ms is not null then ms end, ms
    from run join used on used.number = run.number where component is not null
  ), gathered as (
    -- Equal runs are summed up here, before each becomes a row for every measure, and again in the CTE measured, before each
    -- becomes a row for every dimension and span: most runs are alike, and the second sum makes a step of 1,000 events
    -- a third faster.
    select organization_id, workflow_id, api_key_id, user_id, batch_id, component,
      ${quarterOf('finished_at')} as finished, ${quarterOf('charged_at')} as charged,
      ${bucketOf('queue_ms')} as queue, ${bucketOf('processing_ms')} as processing,
      sum(ends) as executions, sum(ends) filter (where failed) as failures, sum(charged_credits) as credits,
      sum(work_ms) filter (where queue_ms is not null) as work_ms, count(queue_ms) as runs
    from part group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ), measured as (
    select organization_id, workflow_id, api_key_id, user_id, batch_id, component, given.at, given.measure, given.bucket,
      sum(given.amount) as amount
    from gathered cross join lateral (values
      ('executions', finished, null::smallint, executions::float8), ('failures', finished, null, failures),
      ('credits', charged, null, credits), ('work', finished, null, work_ms),
      ('queue', finished, queue, runs), ('processing', finished, processing, runs)
    ) given (measure, at, bucket, amount)
    where given.amount <> 0
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), fresh as (
    select organization_id, grouped.dimension, spanned.span, spanned.at, grouped.group_id, measure, bucket,
      sum(amount) as amount
    from measured cross join lateral (values
      ('total', null::text), ('workflow', workflow_id::text), ('key', api_key_id::text), ('user', user_id::text),
      ('batch', batch_id::text), ('component', component)
    ) grouped (dimension, group_id)
    cross join lateral (values
      ('quarter', measured.at), ('hour', date_bin('1 hour', measured.at, 'epoch')),
      ('day', date_bin('1 day', measured.at, 'epoch'))
    ) spanned (span, at)
    where (grouped.dimension = 'component') = (component is not null)
    group by 1, 2, 3, 4, 5, 6, 7
  ), stored as (
    delete from usage_sums where ctid = any (array(
      select q.ctid from usage_sums q join (select distinct ${keyOf('fresh')} from fresh) k
        on ${sameKey('q', 'k')}
      for update of q skip locked))
    returning *
  ), summed as (
    select ${KEY.join(', ')}, measure, bucket, sum(amount) as amount from (
      select * from fresh
      union all
      select ${keyOf('stored')}, measured.* from stored cross join lateral (
        values ('executions', null::smallint, executions::float8), ('failures', null, failures),
          ('credits', null, credits), ('work', null, work_ms)
        union all
        select 'queue', * from unnest(queue_buckets, queue_counts)
        union all
        select 'processing', * from unnest(processing_buckets, processing_counts)
      ) measured
    ) every group by ${KEY.join(', ')}, measure, bucket
  ), kept as (
    insert into usage_sums (${KEY.join(', ')}, executions, failures, credits, work_ms,
      queue_buckets, queue_counts, processing_buckets, processing_counts)
    select ${KEY.join(', ')},
      ${['executions', 'failures', 'credits', 'work'].map(sumOf).join(', ')},
      ${arrayOf('bucket', 'queue')}, ${arrayOf('amount', 'queue')},
      ${arrayOf('bucket', 'processing')}, ${arrayOf('amount', 'processing')}
    from summed group by ${KEY.join(', ')}
  )
  select count(*) as taken from taken`);

/** Adds what executions have used since the last time to the stored sums. */
export const rollUpUsage = async ({ run }: Pick<Database, 'run'>): Promise<void> => {
  for (let taken = MAX_EVENTS_IN_STEP; taken === MAX_EVENTS_IN_STEP; )
    taken = (await run(ROLL_UP, []))[0]!.taken;
};
