import type { ExecutionError } from '../../domain/executions/execution.ts';
import type { AttemptTrace } from '../../domain/executions/trace.ts';
import type { Claim } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import { releaseHolds } from '../executions/settle.ts';
import { after } from '../executions/states.ts';
import { CHANGED_STATUS, type ChangedStatus, tellStatus } from '../executions/tell-status.ts';
import { HAS_MESSAGES, messagesFor, tellMessages, type WithMessages } from '../webhooks/messages-for.ts';

// A condition on the status is not needed: only an ACTIVE execution has a worker.
const FAIL = statement<ChangedStatus & WithMessages>(
  `
  with done as (
    update executions set status = ${after('fail')}, worker = null, hold = null, finished_at = now(), error = $4,
      trace = $5
    where id = $1 and worker = $2 and attempts = $3
    returning *
  ), ${releaseHolds('done')}, messages as (
    ${messagesFor('done')}
  )
  select ${CHANGED_STATUS}, ${HAS_MESSAGES} from done`,
  (rows) => [...tellStatus(rows), ...tellMessages(rows)],
);

export const failExecution =
  (database: Database) =>
  async (claim: Claim, error: ExecutionError, trace: AttemptTrace): Promise<boolean> => {
    const values = [claim.id, claim.worker, claim.attempt, JSON.stringify(error), JSON.stringify(trace)];
    return (await database.run(FAIL, values)).length > 0;
  };
