import type { ExecutionError } from '../../domain/executions/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { CHANNELS } from '../connection/channels.ts';
import { type Run, statement } from '../connection/database.ts';
import { messagesFor } from '../webhooks/messages-for.ts';
import { notifyStatus, releaseHolds } from './settle.ts';
import { after, allows } from './states.ts';

// Cancel: the executions end as FAILED and their holds are released. The notifications tell the workers that run them to
// stop, and name the attempt: when one arrives, a retry may already be running.
const CANCEL = statement<{ id: ExecutionId }>(`
  with done as (
    update executions set status = ${after('cancel')}, worker = null, hold = null,
      finished_at = coalesce(finished_at, now()), error = $3
    where id = any ($2::uuid[]) and organization_id = $1 and ${allows('cancel')}
    returning *
  ), ${releaseHolds('done')}, messages as (
    ${messagesFor('done')}
  )
  select id, ${notifyStatus('done')}, pg_notify('${CHANNELS.ended}', id || ' ' || attempts) from done`);

/** Parses a notification of the channel `ended`. */
export const readEnded = (payload: string): [id: ExecutionId, attempt: number] => {
  const [id, attempt] = payload.split(' ');
  return [id as ExecutionId, Number(attempt)];
};

/** Ends executions as FAILED. Returns those whose state allowed it; at most MAX_CHANGED_AT_ONCE. */
export const endAllAsFailed = async (
  run: Run,
  organizationId: OrganizationId,
  ids: readonly ExecutionId[],
  _event: 'cancel',
  error: ExecutionError,
): Promise<ExecutionId[]> =>
  (await run(CANCEL, [organizationId, ids, JSON.stringify(error)])).map(({ id }) => id);
