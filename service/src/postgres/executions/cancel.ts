import type { ExecutionError } from '../../domain/executions/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { type Run, statement } from '../connection/database.ts';
import { HAS_MESSAGES, messagesFor, tellMessages, type WithMessages } from '../webhooks/messages-for.ts';
import { releaseHolds } from './settle.ts';
import { after, allows } from './states.ts';
import { CHANGED_STATUS, type ChangedStatus, tellStatus } from './tell-status.ts';

// Cancel: the executions end as FAILED and their holds are released. The messages tell the workers that run them to
// stop. A message names the attempt, because a retry may already be running when the message arrives.
const CANCEL = statement<ChangedStatus & WithMessages & { attempts: number }>(
  `
  with done as (
    update executions set status = ${after('cancel')}, worker = null, hold = null,
      finished_at = coalesce(finished_at, now()), error = $3
    where id = any ($2::uuid[]) and organization_id = $1 and ${allows('cancel')}
    returning *
  ), ${releaseHolds('done')}, messages as (
    ${messagesFor('done')}
  )
  select ${CHANGED_STATUS}, attempts, ${HAS_MESSAGES} from done`,
  (rows) => [
    ...tellStatus(rows),
    ...rows.map(({ id, attempts }) => ({ channel: 'ended' as const, entry: `${id} ${attempts}` })),
    ...tellMessages(rows),
  ],
);

/** Parses an entry of the channel `ended`. */
export const readEnded = (entry: string): [id: ExecutionId, attempt: number] => {
  const [id, attempt] = entry.split(' ');
  return [id as ExecutionId, Number(attempt)];
};

/** Cancels executions, which end as FAILED. Returns those whose state allowed it; at most MAX_CHANGED_AT_ONCE. */
export const cancelAll = async (
  run: Run,
  organizationId: OrganizationId,
  ids: readonly ExecutionId[],
  error: ExecutionError,
): Promise<ExecutionId[]> =>
  (await run(CANCEL, [organizationId, ids, JSON.stringify(error)])).map(({ id }) => id);
