import type { WorkerId } from '../../domain/ids.ts';
import type { Claim } from '../../ports/executions.ts';
import { type Database, statement } from '../database.ts';
import { LIVING_WORKERS } from '../workers/living.ts';
import { CLAIM_COLUMNS, type ClaimRow, claimFromRow } from './claim-from-row.ts';

// No visible step back: the execution stays ACTIVE and changes hands. The new worker and attempt fence out the old.
const TAKE_OVER = statement<ClaimRow>(`
  with abandoned as (
    select id from executions
    where status = 'ACTIVE' and worker <> $1 and worker not in (${LIVING_WORKERS})
    limit $2
    for update skip locked
  )
  update executions set worker = $1, attempts = attempts + 1
  where id = any (array(select id from abandoned))
  returning ${CLAIM_COLUMNS}`);

export const takeOver =
  (database: Database) =>
  async (worker: WorkerId, count: number): Promise<Claim[]> =>
    (await database.run(TAKE_OVER, [worker, count])).map(claimFromRow);
