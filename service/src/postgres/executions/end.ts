import type { ExecutionError } from '../../domain/executions/execution.ts';
import {
  type ExecutionEvent,
  statusAfter,
  statusesAllowing,
} from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId, UserId } from '../../domain/ids.ts';
import { CHANNELS } from '../connection/channels.ts';
import { type Database, statement } from '../connection/database.ts';
import { messagesFor } from '../webhooks/messages-for.ts';
import { chargeHolds, notifyStatus, releaseHolds } from './settle.ts';
import { after, allows } from './states.ts';

// Cancel and reject: the execution ends as FAILED and its hold is released. The notification tells the worker that runs
// it to stop, and names the attempt: when the notification arrives, a retry may already be running.
const END_FAILED = statement<{ id: ExecutionId }>(`
  with done as (
    update executions set status = $3, worker = null, hold = null,
      finished_at = coalesce(finished_at, now()), error = $5
    where id = $2 and organization_id = $1 and status = any ($4::execution_status[])
    returning *
  ), ${releaseHolds('done')}, messages as (
    ${messagesFor('done')}
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, $6::uuid, 'execution.' || $7::text, id, jsonb_build_object('reason', error ->> 'message')
    from done where $7::text is not null
  )
  select id, ${notifyStatus('done')}, pg_notify('${CHANNELS.ended}', id || ' ' || attempts) from done`);

/** Parses a notification of the channel `ended`. */
export const readEnded = (payload: string): [id: ExecutionId, attempt: number] => {
  const [id, attempt] = payload.split(' ');
  return [id as ExecutionId, Number(attempt)];
};

// Approval: the hold becomes the charge, and the result is no longer for reviewers only.
const APPROVE = statement<{ id: ExecutionId }>(`
  with done as (
    update executions set status = ${after('approve')}, hold = null, charged_credits = price
    where id = $2 and organization_id = $1 and ${allows('approve')}
    returning *
  ), ${chargeHolds('done')}, shown as (
    update images i set reviewers_only = false from done
    where i.organization_id = done.organization_id and i.hash = done.result_hash and i.reviewers_only
  ), messages as (
    ${messagesFor('done')}
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject)
    select organization_id, $3::uuid, 'execution.approve', id from done
  )
  select id, ${notifyStatus('done')} from done`);

/** Ends an execution as FAILED by a person's decision; false when its state does not allow it. */
export const endAsFailed =
  (database: Database) =>
  async (
    organizationId: OrganizationId,
    id: ExecutionId,
    event: Extract<ExecutionEvent, 'cancel' | 'reject'>,
    error: ExecutionError,
    by?: UserId,
  ): Promise<boolean> => {
    const states = [statusAfter(event), statusesAllowing(event)];
    // A rejection is a decision about quality, so the audit log records it. A cancel is routine and is not recorded.
    const audited = event === 'reject' ? event : null;
    const values = [organizationId, id, ...states, JSON.stringify(error), by ?? null, audited];
    return (await database.run(END_FAILED, values)).length > 0;
  };

export const approveExecution =
  (database: Database) =>
  async (organizationId: OrganizationId, id: ExecutionId, by?: UserId): Promise<boolean> => {
    return (await database.run(APPROVE, [organizationId, id, by ?? null])).length > 0;
  };
