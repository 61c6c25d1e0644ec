import { DISABLED_AFTER_DAYS } from '../../domain/webhooks/webhook.ts';
import type { FinishedAttempt } from '../../ports/webhooks.ts';
import { type Run, statement } from '../connection/database.ts';

const TOO_LONG_AGO = `now() - interval '${DISABLED_AFTER_DAYS} days'`;

// One statement records the attempt and the message's next state. The number of attempts fences out a sender whose
// claim has expired: it cannot overwrite what another sender has recorded since. The row of an endpoint changes
// only when the endpoint begins to fail, succeeds again or is disabled, so that senders do not wait for each other.
// The statement finds the messages by their ids in $2, so that it uses the primary key even with a plan that was
// cached before the messages were written.
const recordStatement = statement(`
  with finished as (
    select * from jsonb_to_recordset($1::jsonb) as finished (
      "messageId" uuid, number integer, "startedAt" timestamptz, "durationMs" integer, "requestHeaders" jsonb,
      status integer, error text, answer text, outcome text, "retryInMs" bigint)
  ), moved as (
    update webhook_messages message
      set attempts = finished.number, claimed_until = null, outcome = finished.outcome,
        next_attempt_at = case when finished.outcome is null
          then now() + finished."retryInMs" * interval '1 millisecond' end
      from finished
      where message.id = any ($2::uuid[]) and message.id = finished."messageId" and message.attempts = finished.number - 1
        and message.outcome is null
      returning message.id, message.endpoint_id
  ), recorded as (
    insert into webhook_attempts
        (message_id, number, started_at, duration_ms, request_headers, status, error, answer)
      select moved.id, number, "startedAt", "durationMs", "requestHeaders", status, error, answer
        from finished join moved on moved.id = finished."messageId"
  ), called as (
    select moved.endpoint_id, bool_or(finished.outcome is not distinct from 'delivered') as succeeded,
        min(finished."startedAt") as called_at
      from finished join moved on moved.id = finished."messageId"
      where moved.endpoint_id is not null group by moved.endpoint_id
  ), changed as (
    update webhook_endpoints endpoint
      set failing_since = case when not succeeded then coalesce(failing_since, called_at) end,
        disabled_at = case when not succeeded and failing_since < ${TOO_LONG_AGO} then now() end
      from called
      where endpoint.id = called.endpoint_id and endpoint.disabled_at is null
        and case when succeeded then failing_since is not null
          else failing_since is null or failing_since < ${TOO_LONG_AGO} end
      returning endpoint.*
  )
  insert into audit_log (organization_id, action, subject, detail)
    select organization_id, 'webhook-endpoint.disable', id,
        jsonb_build_object('url', url, 'failingSince', failing_since)
      from changed where disabled_at is not null`);

export const record = async (run: Run, attempts: FinishedAttempt[]): Promise<void> => {
  const rows = attempts.map(({ after, ...attempt }) => ({ ...attempt, ...after }));
  await run(recordStatement, [JSON.stringify(rows), attempts.map(({ messageId }) => messageId)]);
};
