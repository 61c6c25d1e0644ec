import type { ExecutionError } from '../../domain/executions/execution.ts';
import {
  type ExecutionEvent,
  statusAfter,
  statusesAllowing,
} from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId, UserId } from '../../domain/ids.ts';
import { CHANNELS } from '../connection/channels.ts';
import { type Run, statement } from '../connection/database.ts';
import { messagesFor } from '../webhooks/messages-for.ts';
import { chargeHolds, notifyStatus, releaseHolds } from './settle.ts';
import { after, allows } from './states.ts';

// Cancel and reject: the executions end as FAILED and their holds are released. The notifications tell the workers that
// run them to stop, and name the attempt: when one arrives, a retry may already be running.
const END_FAILED = statement<{ id: ExecutionId }>(`
  with done as (
    update executions set status = $3, worker = null, hold = null,
      finished_at = coalesce(finished_at, now()), error = $5
    where id = any ($2::uuid[]) and organization_id = $1 and status = any ($4::execution_status[])
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

// Approval: the holds become the charges, and the results are no longer for reviewers only.
const APPROVE = statement<{ id: ExecutionId }>(`
  with done as (
    update executions set status = ${after('approve')}, hold = null, charged_credits = price
    where id = any ($2::uuid[]) and organization_id = $1 and ${allows('approve')}
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

/** Ends executions as FAILED by a person's decision. Returns those whose state allowed it; at most MAX_CHANGED_AT_ONCE. */
export const endAllAsFailed = async (
  run: Run,
  organizationId: OrganizationId,
  ids: readonly ExecutionId[],
  event: Extract<ExecutionEvent, 'cancel' | 'reject'>,
  error: ExecutionError,
  by?: UserId,
): Promise<ExecutionId[]> => {
  const states = [statusAfter(event), statusesAllowing(event)];
  // A rejection is a decision about quality, so the audit log records it. A cancel is routine and is not recorded.
  const audited = event === 'reject' ? event : null;
  const values = [organizationId, ids, ...states, JSON.stringify(error), by ?? null, audited];
  return (await run(END_FAILED, values)).map(({ id }) => id);
};

/** Approves executions. Returns those whose state allowed it; at most MAX_CHANGED_AT_ONCE. */
export const approveAll = async (
  run: Run,
  organizationId: OrganizationId,
  ids: readonly ExecutionId[],
  by?: UserId,
): Promise<ExecutionId[]> => (await run(APPROVE, [organizationId, ids, by ?? null])).map(({ id }) => id);
