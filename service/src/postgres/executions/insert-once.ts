import { Refusal } from '../../domain/errors.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { FirstCall, Idempotency, NewExecution } from '../../ports/executions.ts';
import { type Database, statement } from '../database.ts';
import { insertInOrder } from './insert.ts';

const WAIT_SECONDS = 10;
const LIMIT_WAIT = statement(`set local lock_timeout = '${WAIT_SECONDS}s'`);

// A second call with the key waits on this row until the first has committed. A key lives for a day.
const RESERVE = statement<{ execution_id: ExecutionId }>(`
  insert into idempotency_keys as k (organization_id, key, fingerprint, execution_id) values ($1, $2, $3, $4)
  on conflict (organization_id, key) do update
    set fingerprint = excluded.fingerprint, execution_id = excluded.execution_id, created_at = now()
    where k.created_at < now() - interval '24 hours'
  returning execution_id`);

const FIRST_CALL = statement<FirstCall>(`
  select fingerprint, execution_id as id from idempotency_keys
  where organization_id = $1 and key = $2 and created_at >= now() - interval '24 hours'`);

export const FORGET_OLD_KEYS = statement(
  "delete from idempotency_keys where created_at < now() - interval '24 hours'",
);

/** The key and the execution are committed together: a crash cannot leave one without the other. */
export const insertExecutionOnce =
  (database: Database) =>
  (execution: NewExecution, { key, fingerprint }: Idempotency): Promise<boolean> => {
    const { id, organizationId } = execution;
    return database
      .transaction(async (run) => {
        await run(LIMIT_WAIT, []);
        const [mine] = await run(RESERVE, [organizationId, key, fingerprint, id]);
        if (mine) await insertInOrder(run, organizationId, [execution]);
        return mine !== undefined;
      })
      .catch((error: { code?: string }) => {
        if (error.code !== LOCK_TIMED_OUT) throw error;
        throw new Refusal('conflict', 'The first request with this Idempotency-Key is still in progress.', {
          retryAfterSeconds: WAIT_SECONDS,
        });
      });
  };

export const findFirstCall =
  (database: Database) =>
  async (organizationId: OrganizationId, key: string): Promise<FirstCall | undefined> =>
    (await database.run(FIRST_CALL, [organizationId, key]))[0];

const LOCK_TIMED_OUT = '55P03';
