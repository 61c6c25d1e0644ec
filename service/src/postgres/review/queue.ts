import type { ExecutionId, UserId } from '../../domain/ids.ts';
import type { ReviewReason } from '../../domain/review/review-reasons.ts';
import type { Lease, Leased, QueueEntry, QueueFilter, Review } from '../../ports/review.ts';
import { type Run, statement } from '../connection/database.ts';
import { COLUMN_OF, type ExecutionRow, executionFromRow } from '../executions/from-row.ts';

const LEASE = "interval '10 minutes'";

type EntryRow = ExecutionRow & {
  reason: ReviewReason;
  item_queued_at: Date;
  leased_by: UserId | null;
  leased_by_name: string | null;
  leased_until: Date | null;
};

const IS_LEASED = 'i.leased_until > now()';
const ENTRY_COLUMNS = `${Object.values(COLUMN_OF)
  .map((column) => `e.${column}`)
  .join(', ')}, i.reason, i.queued_at as item_queued_at,
  case when ${IS_LEASED} then i.leased_by end as leased_by,
  case when ${IS_LEASED} then i.leased_until end as leased_until,
  (select name from users where users.id = i.leased_by) as leased_by_name`;

const entryFromRow = (row: EntryRow): QueueEntry => ({
  execution: executionFromRow(row),
  reason: row.reason,
  queuedAt: row.item_queued_at,
  lease: row.leased_by
    ? { userId: row.leased_by, name: row.leased_by_name ?? '', until: row.leased_until as Date }
    : null,
});

const CONDITIONS: Record<keyof QueueFilter, (parameter: string) => string> = {
  workflowId: (parameter) => `i.workflow_id = ${parameter}`,
  batchId: (parameter) => `i.batch_id = ${parameter}`,
  reason: (parameter) => `i.reason = ${parameter}`,
  leasedBy: (parameter) => `i.leased_by = ${parameter} and ${IS_LEASED}`,
};

/** The condition of a filter, and its values, whose parameters follow `$<lastParameter>`. */
const conditionOf = (filter: QueueFilter, lastParameter: number) => {
  const given = (Object.keys(CONDITIONS) as (keyof QueueFilter)[]).filter(
    (name) => filter[name] !== undefined,
  );
  return {
    condition: `i.organization_id = $1 and i.queued_at is not null${given
      .map((name, index) => ` and ${CONDITIONS[name](`$${lastParameter + index + 1}`)}`)
      .join('')}`,
    values: given.map((name) => filter[name]),
  };
};

const OLDEST_FIRST = 'order by i.queued_at, i.execution_id';

const queue =
  (run: Run): Review['queue'] =>
  async (organizationId, filter, { limit, offset }) => {
    const { condition, values } = conditionOf(filter, 3);
    // One statement reads the page and the total, so both come from one snapshot.
    const list = statement<(EntryRow | { id: null }) & { total: number }>(`
      select counted.total, page.*
      from (select count(*) as total from review_items i where ${condition}) counted
      left join (
        select ${ENTRY_COLUMNS} from review_items i join executions e on e.id = i.execution_id
        where ${condition} ${OLDEST_FIRST} limit $2 offset $3
      ) page on true
      order by page.item_queued_at, page.id`);
    const rows = await run(list, [organizationId, limit, offset, ...values]);
    return {
      entries: rows.filter((row): row is EntryRow & { total: number } => row.id !== null).map(entryFromRow),
      total: rows[0]?.total ?? 0,
    };
  };

const claim =
  (run: Run): Review['claim'] =>
  async (organizationId, by, filter, count) => {
    const { condition, values } = conditionOf(filter, 3);
    // Skips what another claim or a decision has locked, so two reviewers never get the same result.
    const lease = statement<EntryRow>(`
      with picked as (
        select i.execution_id from review_items i
        where ${condition} and (i.leased_until is null or i.leased_until <= now())
        ${OLDEST_FIRST} limit $3
        for update skip locked
      ), leased as (
        update review_items i set leased_by = $2, leased_until = now() + ${LEASE}
        from picked where i.execution_id = picked.execution_id
        returning i.*
      )
      select ${ENTRY_COLUMNS} from leased i join executions e on e.id = i.execution_id ${OLDEST_FIRST}`);
    return (await run(lease, [organizationId, by, count, ...values])).map(entryFromRow);
  };

// An expired lease can be renewed as long as nobody else has claimed the result.
const OWN_LEASES = `organization_id = $1 and leased_by = $2 and ($3::uuid[] is null or execution_id = any ($3))`;

const RENEW = statement<Leased>(`
  update review_items set leased_until = now() + ${LEASE} where ${OWN_LEASES}
  returning execution_id as id, leased_until as "leasedUntil"`);

const RELEASE = statement<{ id: ExecutionId }>(`
  update review_items set leased_by = null, leased_until = null where ${OWN_LEASES}
  returning execution_id as id`);

const LEASE_OF = statement<Lease>(`
  select i.leased_by as "userId", u.name, i.leased_until as until
  from review_items i join users u on u.id = i.leased_by
  where i.organization_id = $1 and i.execution_id = $2 and ${IS_LEASED}`);

export const reviewQueueIn = (
  run: Run,
): Pick<Review, 'queue' | 'claim' | 'renew' | 'release' | 'leaseOf'> => ({
  queue: queue(run),
  claim: claim(run),
  renew: (organizationId, by, ids) => run(RENEW, [organizationId, by, ids ?? null]),
  release: (organizationId, by, ids) => run(RELEASE, [organizationId, by, ids ?? null]),
  leaseOf: async (organizationId, id) => (await run(LEASE_OF, [organizationId, id]))[0],
});
