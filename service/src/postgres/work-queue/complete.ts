import { LRUCache } from 'lru-cache';
import { runTogetherBy } from '../../batching/run-together.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { Completion } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import type { ResultCache } from '../executions/result-cache.ts';
import { chargeHolds, MAX_CHANGED_AT_ONCE, notifyStatus } from '../executions/settle.ts';
import { after } from '../executions/states.ts';
import { hasEndpoints, messagesFor } from '../webhooks/messages-for.ts';

// Result, state and charge are one statement: a crash cannot keep one without the others.
// Worker and attempt fence out a worker that has lost its lease. There is no condition on the status: only an ACTIVE
// execution has a worker, and with a plan made while the table was small the condition would use the index of running
// executions, and later visit all of its dead entries.
const completeWith = ({ columns, when, messages = '' }: Variant) =>
  statement<{ id: ExecutionId }>(`
  with result as (
    select * from jsonb_to_recordset($2::jsonb) as r(id uuid, worker uuid, attempt integer, "toReview" boolean,
      "fileName" text, hash text, format text, "contentType" text, width integer, height integer, bytes bigint,
      trace jsonb, reused boolean)
  ), done as (
    update executions e set
      status = case when r."toReview" then ${after('succeedToReview')} else ${after('succeed')} end,
      worker = null,
      finished_at = now(),
      result_hash = r.hash,
      result_file_name = r."fileName",
      result_content_type = r."contentType",
      trace = r.trace,
      reused = coalesce(r.reused, false),
      charged_credits = case when r."toReview" then null else e.price end,
      hold = case when r."toReview" then e.hold end
    from result r
    where e.id = any ($1::uuid[]) and e.id = r.id
      and e.worker = r.worker and e.attempts = r.attempt and ${when}
    returning ${columns}
  ), ${chargeHolds('done')}, kept as (
    insert into images as i (organization_id, hash, format, content_type, width, height, bytes, reviewers_only)
    select distinct on (d.organization_id, r.hash)
      d.organization_id, r.hash, r.format, r."contentType", r.width, r.height, r.bytes, r."toReview"
    from done d join result r on r.id = d.id
    order by d.organization_id, r.hash, r."toReview"
    on conflict (organization_id, hash) do update set reviewers_only = false
      where i.reviewers_only and not excluded.reviewers_only
  )${messages}, notified as (
    select ${notifyStatus('done')} where exists (select from done)
  )
  select d.id from done d left join notified on true`);

type Variant = { columns: string; when: string; messages?: string };

// Completes nothing when the organization ($3) has an endpoint: one may have been added since the claim.
const COMPLETE_SILENTLY = completeWith({
  columns: 'e.id, e.organization_id, e.status, e.price',
  when: `not ${hasEndpoints('$3')}`,
});
const COMPLETE_WITH_WEBHOOKS = completeWith({
  columns: 'e.*',
  when: 'e.organization_id = $3',
  messages: `, messages as (${messagesFor('done')})`,
});

/** Completes executions. Completions of one organization are committed together. */
export const completeExecutions = (database: Database, results?: ResultCache) => {
  // Organizations that had an endpoint a moment ago. The statements decide; this only saves the one in vain.
  const withEndpoints = new LRUCache<OrganizationId, true>({ max: 10_000, ttl: 60_000 });
  const completeAll = async (organizationId: OrganizationId, hasWebhooks: boolean, values: unknown[]) => {
    if (!hasWebhooks && !withEndpoints.has(organizationId)) {
      const done = await database.run(COMPLETE_SILENTLY, values);
      // Nothing is completed either because of an endpoint or because the worker has lost its lease.
      if (done.length > 0) return done;
    }
    const done = await database.run(COMPLETE_WITH_WEBHOOKS, values);
    if (!hasWebhooks && done.length > 0) withEndpoints.set(organizationId, true);
    return done;
  };
  const add = runTogetherBy<OrganizationId, Completion, boolean>(
    async (organizationId, completions) => {
      const rows = completions.map(({ claim, toReview, result, trace, reused, resultFileName }) => ({
        ...result,
        id: claim.id,
        worker: claim.worker,
        attempt: claim.attempt,
        toReview,
        fileName: resultFileName,
        trace,
        reused,
      }));
      const ids = completions.map(({ claim }) => claim.id);
      const hasWebhooks = completions.some(({ claim }) => claim.hasWebhooks);
      const done = await completeAll(organizationId, hasWebhooks, [
        ids,
        JSON.stringify(rows),
        organizationId,
      ]);
      const doneIds = new Set(done.map(({ id }) => id));
      return ids.map((id) => doneIds.has(id));
    },
    { maxItems: MAX_CHANGED_AT_ONCE, gatherMs: 2 },
  );
  return (completion: Completion): Promise<boolean> => {
    const { claim, toReview, result, resultFileName: fileName } = completion;
    const done = add(claim.organizationId, completion);
    const made = { image: { ...result, reviewersOnly: false }, fileName };
    if (!toReview)
      results?.expect(
        claim.organizationId,
        claim.id,
        done.then((holds) => (holds ? made : undefined)),
      );
    return done;
  };
};
