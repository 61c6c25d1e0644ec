import { type Run, statement } from './connection/database.ts';
import { KEY_LIFETIME } from './executions/idempotency-keys.ts';

/** Rows that are deleted when the time in `column` is longer ago than `after`, a PostgreSQL interval. */
type Expiring = { table: string; column: string; after: string };

/**
 * All rows that expire. Most stay for a while after they stop being valid, so that an operator who investigates a
 * complaint still finds them. Each statement that reads them checks the time itself.
 */
export const expiringRows = ({ reuseDays }: { reuseDays: number }): readonly Expiring[] => [
  { table: 'sign_in_attempts', column: 'latest_at', after: '1 hour' },
  { table: 'batch_minutes', column: 'minute', after: '2 hours' },
  { table: 'bulk_actions', column: 'finished_at', after: '30 days' },
  { table: 'device_codes', column: 'expires_at', after: '1 day' },
  { table: 'grants', column: 'expires_at', after: '30 days' },
  { table: 'idempotency_keys', column: 'created_at', after: KEY_LIFETIME },
  { table: 'invitations', column: 'expires_at', after: '30 days' },
  { table: 'notices', column: 'created_at', after: '30 days' },
  { table: 'objects', column: 'deleted_at', after: '7 days' },
  { table: 'password_resets', column: 'expires_at', after: '30 days' },
  { table: 'refresh_tokens', column: 'expires_at', after: '30 days' },
  { table: 'reusable_results', column: 'created_at', after: `${reuseDays} days` },
  { table: 'sessions', column: 'expires_at', after: '30 days' },
];

/** The most rows in a step: few enough that no other statement waits noticeably for its locks. */
const MAX_ROWS_IN_STEP = 1_000;

// Several processes may do this at once: each skips the rows that another one is deleting.
const deleteStep = ({ table, column }: Expiring) =>
  statement<{ deleted: number }>(`
  with expired as (
    delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${column} < now() - $1::interval
      limit ${MAX_ROWS_IN_STEP} for update skip locked))
    returning 1
  )
  select count(*) as deleted from expired`);

/** Deletes the expired rows of one table, step by step, until none is left or the signal aborts. */
export const deleteExpired = async (run: Run, expiring: Expiring, signal: AbortSignal): Promise<void> => {
  const step = deleteStep(expiring);
  for (let more = true; more && !signal.aborted; ) {
    const [row] = await run(step, [expiring.after]);
    more = row?.deleted === MAX_ROWS_IN_STEP;
  }
};
