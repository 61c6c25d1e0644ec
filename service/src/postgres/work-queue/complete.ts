import { runTogetherBy } from '../../batching/run-together.ts';
import { openCache } from '../../cache/cache.ts';
import type { Status } from '../../domain/executions/execution-states.ts';
import { resultFiles } from '../../domain/executions/result-files.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import type { Completion } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import type { ResultCache } from '../executions/result-cache.ts';
import { chargeHolds, MAX_CHANGED_AT_ONCE } from '../executions/settle.ts';
import { after } from '../executions/states.ts';
import { CHANGED_STATUS, type ChangedStatus, tellStatus } from '../executions/tell-status.ts';
import { explainCondemned, USED_AT_PRECISION } from '../images.ts';
import { modeInForce, reviewOf } from '../review/review-of.ts';
import {
  HAS_MESSAGES,
  hasEndpoints,
  messagesFor,
  tellMessages,
  type WithMessages,
} from '../webhooks/messages-for.ts';

// The reason why a result goes to review; null when it does not. The plan of the batch is read here, so that a
// change of the plan since the claim counts.
const REVIEW = `
  case when r."mustReview" then 'again' else ${reviewOf(modeInForce('r.qa', 'batch.qa'), 'r.unsure')} end`;
const BATCH_OF_RESULT = `
  left join lateral (
    select b.qa from batches b where b.organization_id = $3::uuid and b.id = r."batchId"
  ) batch on true`;

const PUT_INTO_REVIEW = `, reviewed as (
    insert into review_items (execution_id, organization_id, workflow_id, workflow_version, batch_id, reason, queued_at)
    select d.id, d.organization_id, d.workflow_id, d.workflow_version, d.batch_id, r.review,
      case when r.review <> 'lot' then now() end
    from done d join result r on r.id = d.id where r.review is not null
  )`;

// The images of a result: the result itself, and its named outputs.
const WITH_OUTPUTS = `
    cross join lateral (
      select r.hash, r.format, r."contentType", r.width, r.height, r.bytes, r.crc32
      union all
      select * from jsonb_to_recordset(r.outputs) as o(hash text, format text, "contentType" text, width integer,
        height integer, bytes bigint, crc32 bigint)
    ) image`;

type Variant = { review: boolean; messages: boolean; outputs: boolean };

// One statement writes result, state and charge: a crash cannot keep one without the others. Worker and attempt
// fence out a worker that has lost its lease. A condition on the status is not needed: only an ACTIVE execution has
// a worker. It would even do harm: a plan made while the table was small would use the index of running executions,
// and later visit all of its dead entries.
const completeWith = ({ review, messages, outputs }: Variant) => {
  const image = outputs ? 'image' : 'r';
  const toReview = review ? '(r.review is not null)' : 'false';
  const columns = `e.id, e.organization_id, e.status, e.price, e.attempts, e.holds, e.redos${review ? ', e.workflow_id, e.workflow_version, e.batch_id' : ''}`;
  return statement<ChangedStatus & Partial<WithMessages>>(
    `
  with result as (
    select r.*${review ? `, ${REVIEW} as review` : ''}
    from jsonb_to_recordset($2::jsonb) as r(id uuid, worker uuid, attempt integer, qa text, unsure boolean,
      "batchId" uuid, "mustReview" boolean, "fileName" text, hash text, format text, "contentType" text, width integer,
      height integer, bytes bigint, crc32 bigint, outputs jsonb, results jsonb, trace jsonb, reused boolean)${review ? BATCH_OF_RESULT : ''}
  ), done as (
    update executions e set
      status = case when ${toReview} then ${after('succeedToReview')} else ${after('succeed')} end,
      worker = null,
      finished_at = now(),
      result_hash = r.hash,
      result_file_name = r."fileName",
      result_content_type = r."contentType",
      results = r.results,
      trace = case when ${toReview} then r.trace || '{"toReview": true}' else r.trace end,
      reused = coalesce(r.reused, false),
      charged_credits = case when ${toReview} then null else e.price end,
      hold = case when ${toReview} then e.hold end
    from result r
    where e.id = any ($1::uuid[]) and e.id = r.id
      and e.worker = r.worker and e.attempts = r.attempt
      and ${messages ? 'e.organization_id = $3' : `not ${hasEndpoints('$3')}`}
    returning ${messages ? 'e.*' : columns}
  ), ${chargeHolds('done')}, kept as (
    insert into images as i (organization_id, hash, format, content_type, width, height, bytes, crc32, reviewers_only,
      as_result)
    select distinct on (d.organization_id, ${image}.hash)
      d.organization_id, ${image}.hash, ${image}.format, ${image}."contentType", ${image}.width, ${image}.height,
      ${image}.bytes, ${image}.crc32, ${toReview}, true
    from done d join result r on r.id = d.id${outputs ? WITH_OUTPUTS : ''}
    order by d.organization_id, ${image}.hash${review ? `, ${toReview}` : ''}
    on conflict (organization_id, hash) do update set
      reviewers_only = excluded.reviewers_only and (i.reviewers_only or i.deleted_at is not null),
      as_result = true, used_at = now(), refused_at = null, deleted_at = null
      where i.reviewers_only and not excluded.reviewers_only or not i.as_result
        or i.used_at < now() - ${USED_AT_PRECISION} or i.deleted_at is not null
  )${review ? PUT_INTO_REVIEW : ''}${messages ? `, messages as (${messagesFor('done')})` : ''}
  select ${CHANGED_STATUS}${messages ? `, ${HAS_MESSAGES}` : ''} from done`,
    (rows) => [...tellStatus(rows), ...tellMessages(rows)],
  );
};

// Most executions have neither review nor webhooks nor named outputs, and every CTE that writes costs time even
// when it writes nothing, so there are variants without these CTEs. The silent variants write no webhook messages,
// so they complete nothing when the organization ($3) has an endpoint, which may have been added since the claim.
const variantsWith = (parts: Omit<Variant, 'messages'>) => ({
  silently: completeWith({ ...parts, messages: false }),
  withWebhooks: completeWith({ ...parts, messages: true }),
});
const COMPLETE = {
  plain: variantsWith({ review: false, outputs: false }),
  outputs: variantsWith({ review: false, outputs: true }),
};
const COMPLETE_OR_REVIEW = {
  plain: variantsWith({ review: true, outputs: false }),
  outputs: variantsWith({ review: true, outputs: true }),
};

/** True when the result may have to be reviewed. A batch may have a plan of its own, which the statement looks up. */
const mayGoToReview = ({ qa, claim }: Completion): boolean =>
  qa !== 'off' || claim.mustReview || claim.batchId !== null;

/** Completes executions. Completions of one organization are committed together. */
export const completeExecutions = (database: Database, results?: ResultCache) => {
  // Organizations that had an endpoint a moment ago: for them the silent statement would complete nothing.
  const withEndpoints = openCache<OrganizationId, true>({ max: 10_000, maxAgeMs: 60_000 });
  const completeAll = async (
    organizationId: OrganizationId,
    completions: Completion[],
    values: unknown[],
  ) => {
    const { plain, outputs } = completions.some(mayGoToReview) ? COMPLETE_OR_REVIEW : COMPLETE;
    const complete = completions.some(({ result }) => result.outputs) ? outputs : plain;
    const hasWebhooks = completions.some(({ claim }) => claim.hasWebhooks);
    if (!hasWebhooks && !withEndpoints.get(organizationId)) {
      const done = await database.run(complete.silently, values);
      // No row means that the organization has an endpoint, or that the worker has lost its lease.
      if (done.length > 0) return done;
    }
    const done = await database.run(complete.withWebhooks, values);
    if (!hasWebhooks && done.length > 0) withEndpoints.set(organizationId, true);
    return done;
  };
  const add = runTogetherBy<OrganizationId, Completion, Status | undefined>(
    async (organizationId, completions) => {
      const rows = completions.map(({ claim, qa, unsure, result, trace, reused, resultFileName }) => ({
        ...result,
        id: claim.id,
        worker: claim.worker,
        attempt: claim.attempt,
        batchId: claim.batchId,
        mustReview: claim.mustReview,
        qa,
        unsure,
        fileName: resultFileName,
        results: resultFiles(result, resultFileName),
        trace,
        reused,
      }));
      const ids = completions.map(({ claim }) => claim.id);
      const values = [ids, JSON.stringify(rows), organizationId];
      const done = await completeAll(organizationId, completions, values).catch(explainCondemned);
      const statuses = new Map(done.map(({ id, status }) => [id, status]));
      return ids.map((id) => statuses.get(id));
    },
    { name: 'complete', maxItems: MAX_CHANGED_AT_ONCE, gatherMs: 2 },
  );
  return async (completion: Completion): Promise<boolean> => {
    const { claim, result, resultFileName: fileName } = completion;
    const status = add(claim.organizationId, completion);
    const made = { image: { ...result, reviewersOnly: false }, fileName };
    results?.expect(
      claim.organizationId,
      claim.id,
      status.then((now) => (now === 'COMPLETED' ? made : undefined)),
    );
    return (await status) !== undefined;
  };
};
