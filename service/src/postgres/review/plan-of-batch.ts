import type { BatchId, OrganizationId } from '../../domain/ids.ts';
import { type BatchQaPlan, planInForce, type QaPlan } from '../../domain/review/review-reasons.ts';
import {
  DEFAULT_SAMPLING,
  FIRST_SWITCHING,
  planFor,
  type Switching,
  whySeverity,
} from '../../domain/review/sampling-plan.ts';
import type { BatchReview, Review } from '../../ports/review.ts';
import { type Run, statement } from '../connection/database.ts';

type Row = {
  batch: BatchQaPlan | null;
  workflows:
    | (Omit<BatchReview['workflows'][number], 'plan' | 'sampling' | 'why' | 'severity' | 'mode'> & {
        own: QaPlan | null;
        switching: Switching | null;
      })[]
    | null;
};

const PLAN = statement<Row>(`
  with seen as (
    select workflow_id from batch_workflows where organization_id = $1 and batch_id = $2
  ), counted as (
    select workflow_id, count(*) as formed, count(*) filter (where outcome = 'accepted') as accepted,
      count(*) filter (where outcome = 'refused') as refused
    from review_lots where organization_id = $1 and batch_id = $2 group by workflow_id
  )
  select batch.qa as batch, (
    select json_agg(json_build_object(
      'workflow', seen.workflow_id,
      'own', (
        select json_build_object('mode', v.qa, 'sampling', v.qa_sampling)
        from workflows w join workflow_versions v on v.id = w.latest_version where w.id = seen.workflow_id),
      'switching', (
        select json_build_object('severity', severity, 'outcomes', outcomes) from review_switching s
        where s.organization_id = $1 and s.workflow_id = seen.workflow_id),
      'waiting', (
        select count(*) from review_items i where i.organization_id = $1 and i.workflow_id = seen.workflow_id
          and i.batch_id = $2 and i.queued_at is null and i.lot_id is null),
      'lots', json_build_object('formed', coalesce(formed, 0), 'accepted', coalesce(accepted, 0),
        'refused', coalesce(refused, 0)),
      'lastLot', (
        select json_build_object('size', size, 'codeLetter', code_letter, 'sampleSize', sample_size,
          'acceptance', acceptance, 'severity', severity, 'aql', aql, 'decided', decided, 'rejected', rejected,
          'outcome', outcome, 'formedBecause', formed_because)
        from review_lots l where l.organization_id = $1 and l.batch_id = $2 and l.workflow_id = seen.workflow_id
        order by formed_at desc, id desc limit 1)
    ) order by seen.workflow_id)
    from seen left join counted on counted.workflow_id = seen.workflow_id
  ) as workflows
  from batches batch where batch.organization_id = $1 and batch.id = $2`);

/**
 * The review of a batch: its own plan, and for each workflow the plan in force, the reason for it, and how its lots
 * ended.
 */
export const planOfBatch =
  (run: Run): Review['planOfBatch'] =>
  async (organizationId: OrganizationId, batchId: BatchId) => {
    const [row] = await run(PLAN, [organizationId, batchId]);
    return (
      row && { plan: row.batch, workflows: (row.workflows ?? []).map((one) => described(row.batch, one)) }
    );
  };

const described = (
  batch: BatchQaPlan | null,
  { own, switching, ...facts }: NonNullable<Row['workflows']>[number],
): BatchReview['workflows'][number] => {
  const { mode, sampling } = planInForce(own ?? { mode: 'off', sampling: null }, batch);
  if (mode !== 'sample') return { ...facts, mode, sampling: null, plan: null, severity: null, why: null };
  const { aql, lotSize } = sampling ?? DEFAULT_SAMPLING;
  const current = switching ?? FIRST_SWITCHING;
  return {
    ...facts,
    mode,
    sampling: { aql, lotSize },
    severity: current.severity,
    plan: planFor(lotSize, aql, current.severity),
    why: whySeverity(current),
  };
};

const CHANGE_PLAN = statement<{ id: string }>(`
  with changed as (
    update batches set qa = $3 where organization_id = $1 and id = $2 returning organization_id, id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $4::uuid, 'batch.review', id, coalesce($3::jsonb, '{}') from changed
  returning subject as id`);

export const changePlanOfBatch =
  (run: Run): Review['changePlanOfBatch'] =>
  async (organizationId, batchId, plan, by) =>
    (await run(CHANGE_PLAN, [organizationId, batchId, plan && JSON.stringify(plan), by])).length > 0;
