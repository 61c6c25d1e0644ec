import { STATUSES, type Status, UNFINISHED } from '../../domain/executions/execution-states.ts';

/** A column for the number of executions in each status. */
const countOf = (status: Status) =>
  `coalesce(sum(difference) filter (where status = '${status}'), 0)::bigint as "${status}"`;

/**
 * A lateral subquery with the counters of the batch `b`. It reads one row with the sum for each status, and the few rows
 * that are not summed up yet, however many executions the batch has.
 */
export const COUNTED = `lateral (
    select ${STATUSES.map(countOf).join(', ')},
      coalesce(sum(difference), 0)::bigint as total,
      coalesce(sum(difference) filter (where status in (${UNFINISHED.map((status) => `'${status}'`).join(', ')})), 0)::bigint as unfinished,
      coalesce(sum(held), 0)::bigint as held, coalesce(sum(charged), 0)::bigint as charged,
      coalesce(sum(changes), 0)::bigint as changes, min(first_created_at) as first_created_at,
      max(last_created_at) as last_created_at, max(last_changed_at) as last_changed_at
    from batch_counts where organization_id = b.organization_id and batch_id = b.id
  ) counted`;

/** An execution that is created after the batch was closed opens it again. */
export const IS_CLOSED = `(b.closed_at is not null
    and (counted.last_created_at is null or counted.last_created_at <= b.closed_at))`;

/** The status of the batch `b`, computed from its counters. */
export const STATUS = `case
    when b.completed_changes is not distinct from counted.changes then 'completed'
    when b.paused then 'paused'
    when ${IS_CLOSED} then 'closed'
    when counted.total = 0 then 'empty'
    else 'running' end`;

/** True when the stored status of the batch `b` may be outdated: its counters have changed, or it waits for a check. */
export const IS_CHANGING = `(
    exists (select from batch_counts c where c.organization_id = b.organization_id and c.batch_id = b.id and not c.summed)
    or exists (select from batch_checks c where c.organization_id = b.organization_id and c.batch_id = b.id))`;

/**
 * A subquery with the ids of an organization's batches whose stored status may be outdated. They are few: batches that
 * changed in the last seconds, and batches that wait for a check.
 */
export const changingIn = (organizationId: string): string => `(
    select batch_id as id from batch_counts where organization_id = ${organizationId} and not summed
    union
    select batch_id from batch_checks where organization_id = ${organizationId})`;
