import { runTogetherBy } from '../../batching/run-together.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { FirstCall, Idempotency, NewExecution } from '../../ports/executions.ts';
import { type Database, type Run, statement } from '../connection/database.ts';

export type Insertion = { execution: NewExecution; idempotency?: Idempotency };

/** The time that an insert waits for a key's lock: 0.5 s in a shared commit, then 9.5 s in a commit of its own. */
export type Patience = 'brief' | 'long';

const LIMIT_WAIT = {
  brief: statement("set local lock_timeout = '0.5s'"),
  long: statement("set local lock_timeout = '9.5s'"),
};

/** The lifetime of an idempotency key, as a PostgreSQL interval. */
export const KEY_LIFETIME = '24 hours';

// A second call with the same key waits for the key's row until the first call has committed. Keys are always
// reserved in the same order, so that two calls that reserve several keys cannot deadlock.
const RESERVE = statement<{ execution_id: string }>(`
  insert into idempotency_keys as k (organization_id, key, fingerprint, execution_id)
  select $1, key, fingerprint, id
  from jsonb_to_recordset($2::jsonb) as wanted(key text, fingerprint text, id uuid) order by key
  on conflict (organization_id, key) do update
    set fingerprint = excluded.fingerprint, execution_id = excluded.execution_id, created_at = now()
    where k.created_at < now() - interval '${KEY_LIFETIME}'
  returning execution_id`);

const FIRST_CALLS = statement<FirstCall & { key: string }>(`
  select key, fingerprint, execution_id as id from idempotency_keys
  where organization_id = $1 and key = any ($2::text[]) and created_at >= now() - interval '${KEY_LIFETIME}'`);

/**
 * Reserves the idempotency keys in the caller's transaction. Returns the executions to insert: those without a key, and
 * the first with each key that is new or expired.
 */
export const reserveKeys = async (
  run: Run,
  organizationId: OrganizationId,
  items: Insertion[],
  patience: Patience,
): Promise<Insertion[]> => {
  const wanted = new Map<string, { key: string; fingerprint: string; id: string }>();
  for (const { execution, idempotency } of items)
    if (idempotency && !wanted.has(idempotency.key))
      wanted.set(idempotency.key, { ...idempotency, id: execution.id });
  await run(LIMIT_WAIT[patience], []);
  const rows = await run(RESERVE, [organizationId, JSON.stringify([...wanted.values()])]);
  const reserved = new Set(rows.map(({ execution_id }) => execution_id));
  return items.filter(({ execution, idempotency }) => !idempotency || reserved.has(execution.id));
};

const LOCK_TIMED_OUT = '55P03';
export const isBlocked = (error: { code?: string }): boolean => error.code === LOCK_TIMED_OUT;

/** Finds the call that first used a key. Calls that arrive while a query runs share the next query. */
export const findFirstCall = (database: Database) =>
  runTogetherBy<OrganizationId, string, FirstCall | undefined>(
    async (organizationId, keys) => {
      const rows = await database.run(FIRST_CALLS, [organizationId, keys]);
      const calls = new Map(rows.map(({ key, ...call }) => [key, call]));
      return keys.map((key) => calls.get(key));
    },
    { name: 'idempotency key', maxItems: 200, gatherMs: 0 },
  );
