import type { Claim } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import { CLAIM_COLUMNS, type ClaimRow, claimFromRow } from './claim-from-row.ts';

// A condition on the status is not needed: only an ACTIVE execution has a worker.
const BEGIN_ATTEMPT = statement<ClaimRow>(`
  update executions set attempts = attempts + 1
  where id = $1 and worker = $2 and attempts = $3
  returning ${CLAIM_COLUMNS}`);

export const beginAttempt =
  (database: Database) =>
  async (claim: Claim): Promise<Claim | undefined> => {
    const [row] = await database.run(BEGIN_ATTEMPT, [claim.id, claim.worker, claim.attempt]);
    return row && claimFromRow(row);
  };
