import type { FinishedAttempt } from '../../ports/webhooks.ts';
import type { Run } from '../connection/database.ts';
import { plannedEachTime } from './planned-each-time.ts';

// One statement records the attempt and the message's next state. The number of attempts fences out a sender whose
// claim has expired: it cannot overwrite what another sender has recorded since.
const recordStatement = plannedEachTime(`
  with finished as (
    select * from jsonb_to_recordset($1::jsonb) as finished (
      "messageId" uuid, number integer, "startedAt" timestamptz, "durationMs" integer, status integer, error text,
      outcome text, "retryInMs" bigint)
  ), moved as (
    update webhook_messages message
      set attempts = finished.number, claimed_until = null, outcome = finished.outcome,
        next_attempt_at = case when finished.outcome is null
          then now() + finished."retryInMs" * interval '1 millisecond' end
      from finished
      where message.id = finished."messageId" and message.attempts = finished.number - 1
        and message.outcome is null
      returning message.id
  )
  insert into webhook_attempts (message_id, number, started_at, duration_ms, status, error)
    select moved.id, number, "startedAt", "durationMs", status, error
      from finished join moved on moved.id = finished."messageId"`);

export const record = async (run: Run, attempts: FinishedAttempt[]): Promise<void> => {
  const rows = attempts.map(({ after, ...attempt }) => ({ ...attempt, ...after }));
  await run(recordStatement, [JSON.stringify(rows)]);
};
