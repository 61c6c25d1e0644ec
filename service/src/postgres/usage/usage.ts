import { malformed } from '../../domain/errors.ts';
import type { Usage, UsageEntry, UsageGroup } from '../../ports/usage.ts';
import { type Database, type Run, statement } from '../connection/database.ts';

/** The SQL expression for the name of `page.group_id`, for each dimension of usage_sums that a report can show. */
const NAMES: Record<UsageGroup | 'total', string> = {
  total: 'null::text',
  workflow: `(select version.name from workflows workflow join workflow_versions version
      on version.id = workflow.latest_version where workflow.id = page.group_id::uuid)`,
  key: '(select name from api_keys where id = page.group_id::uuid and organization_id = $1)',
  user: '(select name from users where id = page.group_id::uuid)',
  batch: '(select name from batches where organization_id = $1 and id = page.group_id::uuid)',
  component: 'null::text',
};

const down = (span: string, time: string) => `date_bin('1 ${span}', ${time}, 'epoch')`;
const up = (span: string, time: string) =>
  `date_bin('1 ${span}', ${time} + interval '1 ${span}' - interval '1 microsecond', 'epoch')`;

// The periods of the report, and for each period the stored sums that it is added up from: whole days in UTC, whole hours
// at both ends, and quarters of an hour for the rest. The time before the first and after the last stored sum has no
// periods, so a report that begins long ago costs no more.
const PIECES = `
  known as (
    select min(at) as first, max(at) + interval '1 day' as last from usage_sums
    where organization_id = $1 and dimension = 'total' and span = 'day'
  ), period as (
    select day as period, greatest(day, $2::date::timestamp) at time zone $4 as starts,
      least(day + step, ($3::date + 1)::timestamp) at time zone $4 as ends
    from known cross join (select ('1 ' || $5::text)::interval as step) every
    cross join lateral generate_series(date_trunc($5::text, greatest($2::date::timestamp, first at time zone $4)),
      least($3::date::timestamp, last at time zone $4), step) day
    where first is not null
  ), bounded as (
    select *, first_day < last_day as has_days from (
      select *, ${up('hour', 'starts')} as first_hour, ${down('hour', 'ends')} as last_hour,
        ${up('day', 'starts')} as first_day, ${down('day', 'ends')} as last_day
      from period
    ) bounds
  ), piece as (
    select period, part.* from bounded cross join lateral (values
      ('quarter', starts, first_hour),
      ('hour', first_hour, case when has_days then first_day else last_hour end),
      ('day', first_day, last_day),
      ('hour', case when has_days then last_day else last_hour end, last_hour),
      ('quarter', last_hour, ends)
    ) part (span, starts, ends)
    where part.starts < part.ends
  )`;

type Row = { total: number } & (UsageEntry | { [Key in keyof UsageEntry]: null });

const histogramOf = (measure: string) =>
  `coalesce(jsonb_agg(jsonb_build_array(bucket, count) order by bucket) filter (where measure = '${measure}'), '[]')`;

const reportBy = (dimension: UsageGroup | 'total') =>
  statement<Row>(`
  with ${PIECES}, used as materialized (
    select piece.period, sums.* from piece cross join lateral (
      select group_id, executions, failures, credits, work_ms, queue_buckets, queue_counts, processing_buckets,
        processing_counts
      from usage_sums s
      where s.organization_id = $1 and s.dimension = '${dimension}' and s.span = piece.span
        and s.at >= piece.starts and s.at < piece.ends
      offset 0
    ) sums
  ), entry as (
    select period, group_id, sum(executions)::bigint as executions, sum(failures)::bigint as failures,
      sum(credits)::bigint as credits, sum(work_ms) as work_ms
    from used group by period, group_id
  ), page as (
    select * from entry order by period, executions desc, group_id limit $6 offset $7
  ), timed as (
    select used.period, used.group_id, measure, bucket, sum(count)::bigint as count
    from used join page on page.period = used.period and coalesce(page.group_id, '') = coalesce(used.group_id, '')
    cross join lateral (
      select 'queue', * from unnest(queue_buckets, queue_counts)
      union all
      select 'processing', * from unnest(processing_buckets, processing_counts)
    ) times (measure, bucket, count)
    group by used.period, used.group_id, measure, bucket
  ), histogram as (
    select period, group_id, ${histogramOf('queue')} as queue, ${histogramOf('processing')} as processing
    from timed group by period, group_id
  )
  select counted.total, to_char(page.period, 'YYYY-MM-DD') as period, page.period at time zone $4 as "periodStart",
    page.group_id as "groupId", case when page.group_id is not null then ${NAMES[dimension]} end as "groupName", page.executions,
    page.failures, page.credits, page.work_ms as "workMs", coalesce(histogram.queue, '[]') as "queueTimes",
    coalesce(histogram.processing, '[]') as "processingTimes"
  from (select count(*) as total from entry) counted
  left join page on true
  left join histogram on histogram.period = page.period and histogram.group_id is not distinct from page.group_id
  order by page.period, page.executions desc, page.group_id`);

const REPORTS = Object.fromEntries(
  Object.keys(NAMES).map((dimension) => [dimension, reportBy(dimension as keyof typeof NAMES)]),
) as Record<keyof typeof NAMES, ReturnType<typeof reportBy>>;

/** The error code of PostgreSQL for, among others, a time zone that it does not know. */
const INVALID_PARAMETER_VALUE = '22023';

const report =
  (run: Run): Usage['report'] =>
  async (id, { from, to, timezone, by, group }, { limit, offset }) => {
    const values = [id, from, to, timezone, by, limit, offset];
    const rows = await run(REPORTS[group ?? 'total'], values).catch((error: { code?: string }) => {
      if (error.code !== INVALID_PARAMETER_VALUE) throw error;
      throw malformed(
        'The parameter timezone names a time zone that the database does not know. Use a name such as Europe/Berlin.',
      );
    });
    const entries = rows.filter((row) => row.period !== null).map(({ total: _, ...entry }) => entry);
    return { entries: entries as UsageEntry[], total: rows[0]?.total ?? 0 };
  };

export const usageIn = ({ run }: Database): Usage => ({ report: report(run) });
