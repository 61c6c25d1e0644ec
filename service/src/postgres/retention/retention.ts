import type { OrganizationId } from '../../domain/ids.ts';
import {
  RETENTION_KINDS,
  type RetentionInForce,
  type RetentionKind,
  type RetentionRules,
} from '../../domain/retention.ts';
import type { Amount, Retention } from '../../ports/retention.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { expiresAt } from './expires-at.ts';

const NO_RULES = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, null])) as RetentionRules;

const RULES = statement<RetentionRules>(`
  select inputs, results, traces, webhooks, audit_log as "auditLog" from retention where organization_id = $1`);

// Fields that are not in the change keep their values. The next sweep of the organization is due at once.
const CHANGE = statement(`
  with given as (
    select $2::jsonb as change
  ), changed as (
    insert into retention as r (organization_id, inputs, results, traces, webhooks, audit_log)
    select $1, (change ->> 'inputs')::integer, (change ->> 'results')::integer, (change ->> 'traces')::integer,
      (change ->> 'webhooks')::integer, (change ->> 'auditLog')::integer from given
    on conflict (organization_id) do update set
      inputs = case when $2::jsonb ? 'inputs' then excluded.inputs else r.inputs end,
      results = case when $2::jsonb ? 'results' then excluded.results else r.results end,
      traces = case when $2::jsonb ? 'traces' then excluded.traces else r.traces end,
      webhooks = case when $2::jsonb ? 'webhooks' then excluded.webhooks else r.webhooks end,
      audit_log = case when $2::jsonb ? 'auditLog' then excluded.audit_log else r.audit_log end,
      swept_at = null
    returning organization_id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $3, 'retention.change', organization_id, $2::jsonb from changed`);

const SET_HELD = statement<{ id: string }>(`
  with changed as (
    update batches set held_at = case when $3::boolean then coalesce(held_at, now()) end
    where organization_id = $1 and id = $2 returning organization_id, id
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject)
    select organization_id, $4, case when $3::boolean then 'batch.hold' else 'batch.release' end, id from changed
  )
  select id from changed`);

/** The list of upcoming deletions covers this many days. */
const UPCOMING_DAYS = 31;

type Group = Amount & { kind: RetentionKind | 'deleted'; date: string | null };

// The day, in UTC, on which the data is deleted; null when that is never or more than UPCOMING_DAYS away. So each kind
// has one group for each upcoming day, and one for the rest.
const dateOf = (time: string) =>
  `case when ${time} < now() + interval '${UPCOMING_DAYS} days' then to_char(greatest(${time}, now()) at time zone 'UTC', 'YYYY-MM-DD') end`;
const after = (time: string, days: string) => `${time} + ${days}::integer * interval '1 day'`;
const STORAGE = statement<Group>(`
  select case when deleted_at is not null then 'deleted' when as_result and not as_input then 'results' else 'inputs' end
      as kind, case when deleted_at is null then ${dateOf(expiresAt('i', '$2', '$3'))} end as date,
    count(*), coalesce(sum(bytes), 0)::bigint as bytes
  from images i where organization_id = $1 and (deleted_at is null or deleted_at > now() - interval '24 hours')
  group by 1, 2
  union all
  select 'traces', ${dateOf(after('finished_at', '$4'))}, count(*), coalesce(sum(pg_column_size(trace)), 0)
  from executions where organization_id = $1 and status in ('COMPLETED', 'FAILED') and trace is not null group by 2
  union all
  select 'webhooks', ${dateOf(after('created_at', '$5'))}, count(*), coalesce(sum(pg_column_size(body)), 0)
  from webhook_messages where organization_id = $1 group by 2
  union all
  select 'auditLog', ${dateOf(after('at', '$6'))}, count(*), coalesce(sum(pg_column_size(log.*)), 0)
  from audit_log log where organization_id = $1 group by 2
  order by 2`);

const storageOf = async (run: Run, organizationId: OrganizationId, inForce: RetentionInForce) => {
  const days = RETENTION_KINDS.map((kind) => inForce[kind]);
  const groups = await run(STORAGE, [organizationId, ...days]);
  const sum = (kind: Group['kind']): Amount => {
    const all = groups.filter((group) => group.kind === kind);
    return {
      count: all.reduce((total, { count }) => total + count, 0),
      bytes: all.reduce((total, { bytes }) => total + bytes, 0),
    };
  };
  const upcoming = (kind: RetentionKind) =>
    groups.flatMap(({ kind: of, date, count, bytes }) =>
      of === kind && date ? [{ date, count, bytes }] : [],
    );
  const kinds = RETENTION_KINDS.map((kind) => [kind, { ...sum(kind), upcoming: upcoming(kind) }]);
  return { kinds: Object.fromEntries(kinds), deleted: sum('deleted') };
};

export const retentionIn = ({ run }: Database): Retention => ({
  rules: async (organizationId) => (await run(RULES, [organizationId]))[0] ?? NO_RULES,
  changeRules: async (organizationId, change, by) => {
    await run(CHANGE, [organizationId, JSON.stringify(change), by]);
  },
  setHeld: async (organizationId, id, held, by) =>
    (await run(SET_HELD, [organizationId, id, held, by])).length > 0,
  storage: (organizationId, inForce) => storageOf(run, organizationId, inForce),
});
