import type { ExecutionError } from '../../domain/execution.ts';
import type { Claim } from '../../ports/executions.ts';
import { type Database, statement } from '../database.ts';
import { notifyStatus, releaseHolds } from '../executions/settle.ts';
import { messagesFor } from '../webhooks/messages-for.ts';

// Only an ACTIVE execution has a worker.
const FAIL = statement<{ id: string }>(`
  with done as (
    update executions set status = 'FAILED', worker = null, hold = null, finished_at = now(), error = $4
    where id = $1 and worker = $2 and attempts = $3
    returning *
  ), ${releaseHolds('done')}, messages as (
    ${messagesFor('done')}
  )
  select id, ${notifyStatus('done')} from done`);

export const failExecution =
  (database: Database) =>
  async (claim: Claim, error: ExecutionError): Promise<boolean> =>
    (await database.run(FAIL, [claim.id, claim.worker, claim.attempt, JSON.stringify(error)])).length > 0;
