import type { ExecutionError } from '../../domain/executions/execution.ts';
import type { ExecutionId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { Review } from '../../ports/review.ts';
import { type Run, statement } from '../connection/database.ts';
import { chargeHolds, releaseHolds } from '../executions/settle.ts';
import { after, allows } from '../executions/states.ts';
import { CHANGED_STATUS, type ChangedStatus, tellQueued, tellStatus } from '../executions/tell-status.ts';
import { HAS_MESSAGES, messagesFor, tellMessages, type WithMessages } from '../webhooks/messages-for.ts';

/**
 * Approve, reject and redo. Each is one statement: it locks the items in review first, so that the second of two
 * decisions about a result finds no item any more, and ends with the record of the decision and the count in the lot.
 *
 * $1 organization, $2 executions, $3 who decides, $4 whether leases of others are ignored, $5 the comment.
 */

// The executions whose items can be decided now, as they are before the decision.
const TARGET = `
  item as (
    select * from review_items
    where organization_id = $1 and execution_id = any ($2::uuid[])
      and ($4::boolean or leased_until is null or leased_until <= now() or leased_by = $3::uuid)
    order by execution_id
    for update
  ), target as (
    select e.id, e.attempts, e.settings, e.result_hash, e.result_file_name, e.workflow_id, e.workflow_version,
      e.batch_id, item.lot_id, item.reason, item.queued_at
    from executions e join item on item.execution_id = e.id
    where e.id = any ($2::uuid[])
  )`;

/** CTEs that record the decision about the rows of the CTE `done` and count it in the lot of a sampled result. */
const record = (decision: 'approve' | 'reject' | 'redo', { code = 'null', markup = 'null' } = {}) => `
  decided as (
    delete from review_items i using done where i.execution_id = done.id
  ), recorded as (
    insert into reviews (execution_id, attempt, organization_id, workflow_id, workflow_version, batch_id, decision,
      user_id, lot_id, sampled, comment, code, markup, result_hash, result_file_name, settings, queued_at)
    select id, attempts, $1, workflow_id, workflow_version, batch_id, '${decision}', $3::uuid, lot_id,
      reason = 'sample', $5::text,
      ${code}, ${markup}, result_hash, result_file_name, settings, queued_at
    from target where id in (select id from done)
  ), counted as (
    update review_lots l set decided = decided + sampled.count,
      rejected = rejected + ${decision === 'approve' ? '0' : 'sampled.count'}
    from (
      select lot_id, count(*) as count from target
      where reason = 'sample' and id in (select id from done) group by lot_id
    ) sampled
    where l.id = sampled.lot_id
  )`;

/** The CTE that writes the audit log. The system's approvals have one line for the whole lot instead. */
const audit = (action: string, detail = "'{}'::jsonb") => `
  audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, $3::uuid, 'execution.${action}', id, ${detail} from done where $3::uuid is not null
  )`;

// The images of the rows of the CTE `done`: the result, and the other files that a workflow may make.
const RESULT_HASHES = `
  select organization_id, result_hash as hash from done
  union
  select done.organization_id, file ->> 'contentHash'
  from done, jsonb_each(done.results) as named (name, file)`;

const tellChange = (rows: (ChangedStatus & WithMessages)[]) => [...tellStatus(rows), ...tellMessages(rows)];

// Approval: the holds become the charges, and the results are no longer for reviewers only.
const APPROVE = statement<ChangedStatus & WithMessages>(
  `
  with ${TARGET}, done as (
    update executions e set status = ${after('approve')}, hold = null, charged_credits = price
    from target where e.id = target.id and ${allows('approve', 'e.status')}
    returning e.*
  ), ${chargeHolds('done')}, shown as (
    update images i set reviewers_only = false from (${RESULT_HASHES}) made
    where i.organization_id = made.organization_id and i.hash = made.hash and i.reviewers_only
  ), ${record('approve')}, messages as (
    ${messagesFor('done')}
  ), ${audit('approve')}
  select ${CHANGED_STATUS}, ${HAS_MESSAGES} from done`,
  tellChange,
);

// Rejection: the execution ends as FAILED and its hold is released. A retry brings it back to review.
const REJECT = statement<ChangedStatus & WithMessages>(
  `
  with ${TARGET}, done as (
    update executions e set status = ${after('reject')}, hold = null, error = $6, must_review = true
    from target where e.id = target.id and ${allows('reject', 'e.status')}
    returning e.*
  ), ${releaseHolds('done')}, ${record('reject', { code: '$7::text', markup: '$8::jsonb' })}, messages as (
    ${messagesFor('done')}
  ), ${audit('reject', "jsonb_strip_nulls(jsonb_build_object('reason', $5::text, 'code', $7::text))")}
  select ${CHANGED_STATUS}, ${HAS_MESSAGES} from done`,
  tellChange,
);

// Redo: the execution is queued again with other settings. Its hold stays, and `kept_hold` keeps withdrawals from
// releasing it.
const REDO = statement<ChangedStatus>(
  `
  with ${TARGET}, done as (
    update executions e set status = ${after('redo')}, settings = $6, redos = e.redos + 1, kept_hold = e.hold,
      must_review = true, queued_at = now(), started_at = null, finished_at = null, reused = false,
      result_hash = null, result_file_name = null, result_content_type = null, results = null,
      uncounted_attempts = e.attempts,
      priority = coalesce(b.priority, e.priority), paused = coalesce(b.paused, false)
    from target left join batches b on b.organization_id = $1 and b.id = target.batch_id
    where e.id = target.id and ${allows('redo', 'e.status')} and e.redos < $7
    returning e.*
  ), ${record('redo')}, ${audit('redo', "jsonb_strip_nulls(jsonb_build_object('comment', $5::text))")}
  select ${CHANGED_STATUS} from done`,
  (rows, [organizationId]) => [
    ...tellStatus(rows),
    ...tellQueued(organizationId as OrganizationId, rows.length),
  ],
);

type By = { userId?: UserId | undefined; evenIfLeased?: boolean };

const common = (
  organizationId: OrganizationId,
  ids: readonly ExecutionId[],
  { userId, evenIfLeased = false }: By,
  comment: string | undefined,
) => [organizationId, ids, userId ?? null, evenIfLeased, comment ?? null];

/**
 * Approves executions, without `userId` in the name of the system. Returns those that were in review and not leased by
 * someone else; at most MAX_CHANGED_AT_ONCE.
 */
export const approveAll = async (
  run: Run,
  organizationId: OrganizationId,
  ids: readonly ExecutionId[],
  by: By,
  comment?: string,
): Promise<ExecutionId[]> =>
  (await run(APPROVE, common(organizationId, ids, by, comment))).map(({ id }) => id);

export const decisionsIn = (run: Run): Pick<Review, 'approve' | 'reject' | 'redo'> => ({
  approve: async (organizationId, id, by, { comment }) =>
    (await approveAll(run, organizationId, [id], by, comment)).length > 0,
  reject: async (organizationId, id, by, { reason, code, markup }) => {
    const error: ExecutionError = { code: 'qa_rejected', message: reason, component: null };
    const values = [JSON.stringify(error), code ?? null, markup ? JSON.stringify(markup) : null];
    return (await run(REJECT, [...common(organizationId, [id], by, reason), ...values])).length > 0;
  },
  redo: async (organizationId, id, by, { settings, comment, maxRedos }) => {
    const values = [JSON.stringify(settings), maxRedos];
    return (await run(REDO, [...common(organizationId, [id], by, comment), ...values])).length > 0;
  },
});
