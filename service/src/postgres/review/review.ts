import { notFound } from '../../domain/errors.ts';
import type { DecisionRecord, Review } from '../../ports/review.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { decisionsIn } from './decide.ts';
import { changePlanOfBatch, planOfBatch } from './plan-of-batch.ts';
import { reviewQueueIn } from './queue.ts';
import { reviewStats } from './stats.ts';

const DECISIONS = statement<DecisionRecord>(`
  select r.decision, r.attempt, r.decided_at as "decidedAt",
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as reviewer,
    r.comment, r.code, r.markup, r.lot_id as "lotId", r.settings, r.result_hash as "resultContentHash",
    r.result_file_name as "resultFileName"
  from reviews r left join users u on u.id = r.user_id
  where r.execution_id = $2 and r.organization_id = $1
  order by r.attempt`);

const REJECT_CODES = statement<{ codes: string[] }>(
  'select reject_codes as codes from organizations where id = $1',
);

const CHANGE_REJECT_CODES = statement<{ id: string }>(`
  with changed as (
    update organizations set reject_codes = $2, version = gen_random_uuid() where id = $1 returning id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select id, $3::uuid, 'organization.reject-codes', id, jsonb_build_object('codes', $2::text[]) from changed
  returning organization_id as id`);

const rejectCodes =
  (run: Run): Review['rejectCodes'] =>
  async (organizationId) => {
    const [row] = await run(REJECT_CODES, [organizationId]);
    if (!row) throw notFound('The organization');
    return row.codes;
  };

export const reviewIn = ({ run }: Database): Review => ({
  ...decisionsIn(run),
  ...reviewQueueIn(run),
  decisions: (organizationId, id) => run(DECISIONS, [organizationId, id]),
  stats: reviewStats(run),
  planOfBatch: planOfBatch(run),
  changePlanOfBatch: changePlanOfBatch(run),
  rejectCodes: rejectCodes(run),
  changeRejectCodes: async (organizationId, codes, by) => {
    await run(CHANGE_REJECT_CODES, [organizationId, codes, by]);
  },
});
