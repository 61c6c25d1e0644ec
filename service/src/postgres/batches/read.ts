import type { BatchStatus } from '../../domain/executions/batch-status.ts';
import { STATUSES, type Status } from '../../domain/executions/execution-states.ts';
import { searchName } from '../../domain/executions/search-name.ts';
import type { BatchId, OrganizationId, UserId, WorkflowId } from '../../domain/ids.ts';
import type { Batch, BatchCounters, Batches, BatchMinute } from '../../ports/batches.ts';
import { type Run, statement } from '../connection/database.ts';
import { COUNTED, changingIn, IS_CHANGING, STATUS } from './counters.ts';

type CountersRow = Record<Status, number> & {
  id: BatchId;
  status: BatchStatus;
  round: number;
  changes: number;
  expected: number | null;
  charged: number;
  held: number;
};
const COUNTERS = `b.id, ${STATUS} as status, b.rounds as round, b.expected, counted.changes, counted.charged,
  counted.held, ${STATUSES.map((status) => `counted."${status}"`).join(', ')}`;

const countersOf = (row: CountersRow): BatchCounters => ({
  id: row.id,
  status: row.status,
  round: row.round,
  counts: Object.fromEntries(STATUSES.map((status) => [status, row[status]])) as Record<Status, number>,
  changes: row.changes,
  expected: row.expected,
  chargedCredits: row.charged,
  heldCredits: row.held,
});

// The throughput is measured over this many minutes, the current one included.
const MEASURED_MINUTES = 5;
const LATELY = `date_trunc('minute', now()) - interval '${MEASURED_MINUTES - 1} minutes'`;
// The throughput of a batch that is younger than that is measured from its first execution.
const SINCE = `greatest(${LATELY}, counted.first_created_at)`;

const FINISHED_LATELY = `(
    select coalesce(sum(finished), 0)::bigint from batch_minutes m
    where m.organization_id = $1 and m.minute >= ${LATELY} and m.batch_id = b.id)`;
const FINISHED_IN_ALL = `(
    select coalesce(sum(finished), 0)::bigint from throughput_samples
    where organization_id = $1 and at >= ${SINCE})`;

// Work that the organization has queued, without that of paused batches, which delays nobody.
const QUEUED_IN_ALL = `(
    select coalesce(sum(difference), 0) from execution_counts where organization_id = $1 and status = 'CREATED')
    - (select coalesce(sum(c.difference), 0) from batches p
        join batch_counts c on c.organization_id = p.organization_id and c.batch_id = p.id
        where p.organization_id = $1 and p.paused and c.status = 'CREATED')`;

type Row = CountersRow & {
  name: string | null;
  created_at: string;
  created_by: UserId;
  budget: number | null;
  priority: number;
  qa: Batch['qa'];
  webhooks: string[];
  on_hold: boolean;
  closed_at: string | null;
  completed_at: string | null;
  first_created_at: string | null;
  last_created_at: string | null;
  last_changed_at: string | null;
  workflows: { id: WorkflowId; name: string }[];
  finished_lately: number;
  finished_lately_in_all: number;
  measured_seconds: number;
  queued_in_all: number;
  read_at: string;
};
const COLUMNS = `${COUNTERS}, b.name, b.created_at, b.created_by, b.budget, b.priority, b.qa, b.webhooks, b.held_at is not null as on_hold, b.closed_at,
  b.completed_at, counted.first_created_at, counted.last_created_at, counted.last_changed_at, (
    select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', v.name) order by v.name, w.id), '[]')
    from batch_workflows used join workflows w on w.id = used.workflow_id
    join workflow_versions v on v.id = w.latest_version
    where used.organization_id = b.organization_id and used.batch_id = b.id
  ) as workflows, ${FINISHED_LATELY} as finished_lately,
  ${FINISHED_IN_ALL} as finished_lately_in_all, (${QUEUED_IN_ALL})::bigint as queued_in_all,
  extract(epoch from now() - ${SINCE})::double precision as measured_seconds,
  now() as read_at`;

const batchOf =
  (organizationId: OrganizationId) =>
  (row: Row): Batch => ({
    ...countersOf(row),
    organizationId,
    name: row.name,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    budget: row.budget,
    priority: row.priority,
    qa: row.qa,
    webhooks: row.webhooks,
    held: row.on_hold,
    closedAt: timeOf(row.closed_at),
    completedAt: timeOf(row.completed_at),
    firstCreatedAt: timeOf(row.first_created_at),
    lastCreatedAt: timeOf(row.last_created_at),
    lastChangedAt: timeOf(row.last_changed_at),
    workflows: row.workflows,
    imagesPerMinute: row.finished_lately > 0 ? perMinute(row, row.finished_lately) : null,
    estimatedEndAt: estimatedEnd(row),
  });

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const perMinute = ({ measured_seconds }: Row, finished: number): number =>
  Math.round((600 * finished) / Math.max(1, measured_seconds)) / 10;

const DEFAULT_PRIORITY = 5;

/**
 * Estimates when the batch ends: the number of executions that are left in it and queued before it, divided by the
 * organization's throughput of the last minutes. A batch above the default priority overtakes the queue; for other
 * batches, all other queued work comes first.
 */
const estimatedEnd = (row: Row): Date | null => {
  const left = row.CREATED + row.ACTIVE;
  // The organization's count is up to some seconds old, and there is none at first, so it can be lower than the
  // batch's own count, which is then used.
  const rate = perMinute(row, Math.max(row.finished_lately, row.finished_lately_in_all));
  if (left === 0 || rate === 0 || row.status === 'paused') return null;
  const before = row.priority > DEFAULT_PRIORITY ? 0 : Math.max(0, row.queued_in_all - row.CREATED);
  return new Date(Date.parse(row.read_at) + Math.round(((left + before) * 60_000) / rate));
};

const FIND = statement<{ batch: Row }>(`
  select to_jsonb(found) as batch from (
    select ${COLUMNS} from batches b cross join ${COUNTED} where b.organization_id = $1 and b.id = $2
  ) found`);

export const findBatch =
  (run: Run): Batches['find'] =>
  async (organizationId, id) => {
    const [found] = await run(FIND, [organizationId, id]);
    return found && batchOf(organizationId)(found.batch);
  };

const THROUGHPUT = statement<BatchMinute>(`
  select minute, finished from batch_minutes
  where organization_id = $1 and batch_id = $2 and minute > now() - interval '60 minutes' order by minute`);

export const throughputOf =
  (run: Run): Batches['throughput'] =>
  (organizationId, id) =>
    run(THROUGHPUT, [organizationId, id]);

/** Totals are exact up to this number. */
const MAX_COUNTED = 10_000;

/**
 * Lists batches, newest first. One statement reads the page and the total, so both come from one snapshot. A list
 * by status uses the stored status of most batches, and computes the status only of the few batches that are
 * changing, so a page costs the same with any number of batches.
 */
export const listBatches =
  (run: Run): Batches['list'] =>
  async (organizationId, { search, status }, page) => {
    const values: unknown[] = [organizationId, page.limit, 'offset' in page ? page.offset : 0];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const matching = ['b.organization_id = $1'];
    if (search !== undefined)
      matching.push(`position(${parameter(searchName(search))} in b.search_name) > 0`);
    const parts = partsOf(matching.join(' and '), status === undefined ? undefined : parameter(status));
    const behind =
      'after' in page
        ? `and (b.created_at, b.id) < (${parameter(page.after.createdAt)}::timestamptz, ${parameter(page.after.id)}::uuid)`
        : '';
    const first = parts.map(
      (from) =>
        `(select b.created_at, b.id ${from} ${behind} order by b.created_at desc, b.id desc limit $2::bigint + $3::bigint)`,
    );
    const counts = parts.map(
      (from) => `(select count(*) from (select ${from} limit ${MAX_COUNTED + 1}) counted)`,
    );
    const list = statement<{ total: number; entries: Row[] | null }>(`
      select ${counts.join(' + ')} as total, (
        select jsonb_agg(page order by page.created_at desc, page.id desc) from (
          select ${COLUMNS} from (
            select id from (${first.join(' union all ')}) found order by created_at desc, id desc limit $2::bigint offset $3::bigint
          ) listed cross join ${batchOfEach('listed')} cross join ${COUNTED}
        ) page
      ) as entries`);
    const [row] = await run(list, values);
    const total = row?.total ?? 0;
    return {
      entries: (row?.entries ?? []).map(batchOf(organizationId)),
      total: Math.min(total, MAX_COUNTED),
      totalExceeded: total > MAX_COUNTED,
    };
  };

/**
 * Joins the batch `b` for each of the given ids. The OFFSET makes PostgreSQL look up each id. Without it, a plan
 * from outdated statistics read all batches of the organization and searched all the ids again for each batch:
 * 200 s for 10,000 batches.
 */
const batchOfEach = (ids: string): string =>
  `lateral (select * from batches where organization_id = $1 and id = ${ids}.id offset 0) b`;

/**
 * The FROM and WHERE clauses that together find the batches of a list. For a status, these are the batches with that
 * stored status, and the changing batches, whose status is computed.
 */
const partsOf = (matching: string, status: string | undefined): string[] =>
  status === undefined
    ? [`from batches b where ${matching}`]
    : [
        `from batches b where ${matching} and b.status = ${status} and not ${IS_CHANGING}`,
        `from ${changingIn('$1')} changing cross join ${batchOfEach('changing')} cross join ${COUNTED}
          where ${matching} and ${STATUS} = ${status}`,
      ];

const READ_COUNTERS = statement<CountersRow & { organization_id: OrganizationId }>(`
  select b.organization_id, ${COUNTERS} from unnest($1::uuid[], $2::uuid[]) as followed (organization_id, id)
  join batches b on b.organization_id = followed.organization_id and b.id = followed.id cross join ${COUNTED}`);

/** Reads the counters of several batches, which may belong to different organizations. */
export const readCounters = async (
  run: Run,
  batches: readonly { organizationId: OrganizationId; id: BatchId }[],
): Promise<(BatchCounters & { organizationId: OrganizationId })[]> => {
  const values = [batches.map(({ organizationId }) => organizationId), batches.map(({ id }) => id)];
  const rows = await run(READ_COUNTERS, values);
  return rows.map((row) => ({ organizationId: row.organization_id, ...countersOf(row) }));
};
