import type { ExecutionId, WorkerId } from '../../domain/ids.ts';
import type { TakenOver } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import { LIVING_WORKERS } from '../workers/living.ts';
import { CLAIM_COLUMNS, type ClaimRow, claimFromRow } from './claim-from-row.ts';

// The execution stays ACTIVE and gets a new worker and attempt, which fence out the old ones.
// A worker also takes over its own executions whose claim it never saw, because the connection broke before the
// response. No work was done on those, so they do not count against the limit of attempts.
// A worker that stops deletes its row; the row of a dead one stays until all of its executions are taken over.
const TAKE_OVER = statement<ClaimRow & Pick<TakenOver, 'because'>>(`
  with abandoned as (
    select id, worker as before from executions
    where status = 'ACTIVE'
      and case when worker = $1 then id <> all ($3::uuid[]) else worker not in (${LIVING_WORKERS}) end
    limit $2
    for update skip locked
  )
  update executions set worker = $1, attempts = attempts + 1,
    uncounted_attempts = uncounted_attempts + case when worker = $1 then 1 else 0 end
  where id = any (array(select id from abandoned))
  returning ${CLAIM_COLUMNS}, (
    select case
      when before = $1 then 'unheard'
      when exists (select from workers where workers.id = before) then 'died'
      else 'stopped'
    end
    from abandoned where abandoned.id = executions.id) as because`);

export const takeOver =
  (database: Database) =>
  async (worker: WorkerId, count: number, running: readonly ExecutionId[]): Promise<TakenOver[]> =>
    (await database.run(TAKE_OVER, [worker, count, running])).map((row) => ({
      ...claimFromRow(row),
      because: row.because,
    }));
