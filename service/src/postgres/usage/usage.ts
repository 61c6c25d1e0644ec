import { malformed } from '../../domain/errors.ts';
import type { Usage, UsageEntry, UsageGroup } from '../../ports/usage.ts';
import { type Database, type Run, statement } from '../connection/database.ts';

/** For each group: the column of usage_quarters, and where the name of `page.group_id` is found. */
const GROUPS: Record<UsageGroup, { column: string; name: string }> = {
  workflow: {
    column: 'workflow_id',
    name: `(select version.name from workflows workflow join workflow_versions version
      on version.id = workflow.latest_version where workflow.id = page.group_id)`,
  },
  key: {
    column: 'api_key_id',
    name: '(select name from api_keys where id = page.group_id and organization_id = $1)',
  },
  user: { column: 'user_id', name: '(select name from users where id = page.group_id)' },
  batch: {
    column: 'batch_id',
    name: '(select name from batches where organization_id = $1 and id = page.group_id)',
  },
  component: { column: 'component', name: 'null::text' },
};
const NO_GROUP = { column: 'null::text', name: 'null::text' };

type Row = { total: number } & (UsageEntry | { [Key in keyof UsageEntry]: null });

const histogramOf = (measure: string) =>
  `coalesce(jsonb_agg(jsonb_build_array(bucket, count) order by bucket) filter (where measure = '${measure}'), '[]')`;

const reportBy = (group: UsageGroup | undefined) => {
  const { column, name } = group ? GROUPS[group] : NO_GROUP;
  return statement<Row>(`
  with used as materialized (
    select date_trunc($5, at at time zone $4) as period, ${column} as group_id, executions, failures, credits, work_ms,
      queue_buckets, queue_counts, processing_buckets, processing_counts
    from usage_quarters
    where organization_id = $1 and at >= $2::date::timestamp at time zone $4
      and at < ($3::date + 1)::timestamp at time zone $4
      and component is ${group === 'component' ? 'not null' : 'null'}
  ), entry as (
    select period, group_id, sum(executions)::bigint as executions, sum(failures)::bigint as failures,
      sum(credits)::bigint as credits, sum(work_ms) as work_ms
    from used group by period, group_id
  ), page as (
    select * from entry order by period, executions desc, group_id limit $6 offset $7
  ), timed as (
    select period, group_id, measure, bucket, sum(count)::bigint as count
    from used cross join lateral (
      select 'queue', * from unnest(queue_buckets, queue_counts)
      union all
      select 'processing', * from unnest(processing_buckets, processing_counts)
    ) times (measure, bucket, count)
    group by period, group_id, measure, bucket
  ), histogram as (
    select period, group_id, ${histogramOf('queue')} as queue, ${histogramOf('processing')} as processing
    from timed group by period, group_id
  )
  select counted.total, to_char(page.period, 'YYYY-MM-DD') as period, page.period at time zone $4 as "periodStart",
    page.group_id as "groupId", case when page.group_id is not null then ${name} end as "groupName", page.executions,
    page.failures, page.credits, page.work_ms as "workMs", coalesce(histogram.queue, '[]') as "queueTimes",
    coalesce(histogram.processing, '[]') as "processingTimes"
  from (select count(*) as total from entry) counted
  left join page on true
  left join histogram on histogram.period = page.period and histogram.group_id is not distinct from page.group_id
  order by page.period, page.executions desc, page.group_id`);
};

const TOTAL = reportBy(undefined);
const BY_GROUP = Object.fromEntries(
  Object.keys(GROUPS).map((group) => [group, reportBy(group as UsageGroup)]),
) as Record<UsageGroup, typeof TOTAL>;

/** The error code of PostgreSQL for, among others, a time zone that it does not know. */
const INVALID_PARAMETER_VALUE = '22023';

const report =
  (run: Run): Usage['report'] =>
  async (id, { from, to, timezone, by, group }, { limit, offset }) => {
    const values = [id, from, to, timezone, by, limit, offset];
    const rows = await run(group ? BY_GROUP[group] : TOTAL, values).catch((error: { code?: string }) => {
      if (error.code !== INVALID_PARAMETER_VALUE) throw error;
      throw malformed('The parameter timezone names a time zone that the database does not know.');
    });
    const entries = rows.filter((row) => row.period !== null).map(({ total: _, ...entry }) => entry);
    return { entries: entries as UsageEntry[], total: rows[0]?.total ?? 0 };
  };

export const usageIn = ({ run }: Database): Usage => ({ report: report(run) });
