import { randomInt } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { BatchId, ExecutionId, OrganizationId, WorkflowId } from '../../domain/ids.ts';
import { type BatchQaPlan, planInForce, type QaPlan } from '../../domain/review/review-reasons.ts';
import {
  DEFAULT_SAMPLING,
  drawSample,
  type LotCause,
  type LotOutcome,
  lotDue,
  lotOutcome,
  planFor,
  type QaSampling,
  type Switching,
  switchAfter,
} from '../../domain/review/sampling-plan.ts';
import { COUNTED, IS_CLOSED } from '../batches/counters.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { MAX_CHANGED_AT_ONCE } from '../executions/settle.ts';
import { approveAll } from './decide.ts';

/**
 * The background steps of acceptance sampling: waiting results form lots, the decisions about a sample decide the lot,
 * and the rest of a decided lot is approved or enters the queue. Every worker runs them; row locks keep each step to
 * one of them, and each is committed as a whole, so a kill leaves nothing half done.
 */
export const lotStepsIn = (database: Database, options: { quietMs: number; random?: () => number }) => {
  const { quietMs, random = secureRandom } = options;
  return async (): Promise<void> => {
    const [work] = await database.run(WORK, []);
    if (work?.waiting)
      for (const group of await dueGroups(database.run, quietMs)) await formLots(database, group, random);
    if (!work?.open) return;
    for (const lot of await database.run(DECIDED_SAMPLES, [])) {
      const outcome = lotOutcome(lot);
      if (outcome) await decideLot(database, lot, outcome);
    }
    for (const lot of await database.run(UNSETTLED, [])) while (await settleStep(database, lot));
  };
};

/** A number from 0 up to 1 that nobody can foresee. */
const secureRandom = () => randomInt(2 ** 47) / 2 ** 47;

const WORK = statement<{ waiting: boolean; open: boolean }>(`
  select exists (select from review_items where queued_at is null and lot_id is null) as waiting,
    exists (select from review_lots where settled_at is null) as open`);

// ---------------------------------------------------------------------------------------------------------------------
// Forming lots

type Group = {
  organizationId: OrganizationId;
  workflowId: WorkflowId;
  batchId: BatchId | null;
  waiting: number;
  quiet: boolean;
  closed: boolean;
  workflow: QaPlan;
  batch: BatchQaPlan | null;
};
type DueGroup = Group & { sampling: QaSampling };

// A group is the waiting results of one workflow in one batch, or outside batches. It is quiet when no result has
// come for the given time and work has stopped. In a batch, nothing of the batch may have been queued or running
// for that time; the batch's counters have the time of their last change. Outside batches, nothing of the workflow
// may be queued or running now. A closed batch need not be quiet: its last lot forms as soon as nothing of the
// batch is queued or running.
const GROUPS = statement<Group>(`
  with waiting as (
    select organization_id, workflow_id, batch_id, count(*)::integer as waiting, max(entered_at) as last_entered_at,
      (array_agg(workflow_version order by entered_at desc))[1] as workflow_version
    from review_items where queued_at is null and lot_id is null
    group by organization_id, workflow_id, batch_id
  )
  select w.organization_id as "organizationId", w.workflow_id as "workflowId", w.batch_id as "batchId", w.waiting,
    coalesce(${IS_CLOSED}, false) and counted."CREATED" + counted."ACTIVE" = 0 as closed,
    json_build_object('mode', coalesce(v.qa, 'sample'), 'sampling', v.qa_sampling) as workflow, b.qa as batch,
    case
      when w.last_entered_at > now() - $1 * interval '1 millisecond' then false
      when w.batch_id is not null then (
        select coalesce(sum(difference), 0) = 0
          and coalesce(max(last_changed_at) <= now() - $1 * interval '1 millisecond', true)
        from batch_counts c where c.organization_id = w.organization_id and c.batch_id = w.batch_id
          and c.status in ('CREATED', 'ACTIVE'))
      else not exists (
        select from executions e where e.organization_id = w.organization_id and e.status in ('CREATED', 'ACTIVE')
          and e.workflow_id = w.workflow_id and e.batch_id is null)
    end as quiet
  from waiting w
  left join batches b on b.organization_id = w.organization_id and b.id = w.batch_id
  cross join ${COUNTED}
  left join workflow_versions v on v.id = w.workflow_version`);

const dueGroups = async (run: Run, quietMs: number): Promise<DueGroup[]> =>
  (await run(GROUPS, [quietMs]))
    .map((group) => ({
      ...group,
      sampling: planInForce(group.workflow, group.batch).sampling ?? DEFAULT_SAMPLING,
    }))
    .filter((group) => causeOf(group, group.waiting) !== undefined);

const causeOf = ({ sampling, quiet, closed }: DueGroup, waiting: number): LotCause | undefined =>
  waiting === 0 ? undefined : lotDue({ waiting, lotSize: sampling.lotSize, quiet, closed });

const OPEN_SWITCHING = statement(
  'insert into review_switching (organization_id, workflow_id) values ($1, $2) on conflict do nothing',
);

const LOCK_SWITCHING = statement<Switching>(`
  select severity, outcomes from review_switching where organization_id = $1 and workflow_id = $2 for update`);

// Skips results that someone is deciding about: they are not waiting any more.
const PICK = statement<{ id: ExecutionId }>(`
  select execution_id as id from review_items
  where organization_id = $1 and workflow_id = $2 and batch_id is not distinct from $3::uuid
    and queued_at is null and lot_id is null
  order by entered_at, execution_id limit $4
  for update skip locked`);

const FORM = statement(`
  with lot as (
    insert into review_lots (id, organization_id, workflow_id, batch_id, formed_because, size, aql, severity,
      code_letter, sample_size, acceptance)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  )
  update review_items set lot_id = $1,
    reason = case when execution_id = any ($13::uuid[]) then 'sample' else 'lot' end,
    queued_at = case when execution_id = any ($13::uuid[]) then now() end
  where execution_id = any ($12::uuid[])`);

/** Forms lots of the waiting results of one group, each in a transaction of its own, until none is due. */
const formLots = async (database: Database, group: DueGroup, random: () => number): Promise<void> => {
  const { organizationId, workflowId, batchId, sampling } = group;
  const formOne = () =>
    database.transaction(async (run) => {
      await run(OPEN_SWITCHING, [organizationId, workflowId]);
      const [switching] = await run(LOCK_SWITCHING, [organizationId, workflowId]);
      const picked = await run(PICK, [organizationId, workflowId, batchId, sampling.lotSize]);
      const cause = causeOf(group, picked.length);
      if (!cause || !switching) return false;
      const { severity } = switching;
      const plan = planFor(picked.length, sampling.aql, severity);
      const ids = picked.map(({ id }) => id);
      const described = [cause, ids.length, sampling.aql, severity, plan.codeLetter];
      const numbers = [plan.sampleSize, plan.acceptance];
      await run(FORM, [
        ...[uuidv7(), organizationId, workflowId, batchId, ...described, ...numbers],
        ...[ids, drawSample(ids, plan.sampleSize, random)],
      ]);
      return true;
    });
  while (await formOne());
};

// ---------------------------------------------------------------------------------------------------------------------
// Deciding lots

type OpenLot = {
  id: string;
  organizationId: OrganizationId;
  workflowId: WorkflowId;
  sampleSize: number;
  acceptance: number;
  decided: number;
  rejected: number;
};

const DECIDED_SAMPLES = statement<OpenLot>(`
  select id, organization_id as "organizationId", workflow_id as "workflowId", sample_size as "sampleSize",
    acceptance, decided, rejected
  from review_lots where settled_at is null and outcome is null and decided > 0
  order by id`);

const SET_OUTCOME = statement<{ id: string }>(`
  with lot as (
    update review_lots set outcome = $2, decided_at = now() where id = $1 and outcome is null
    returning *
  )
  insert into audit_log (organization_id, action, subject, detail)
  select organization_id, 'review.lot-' || outcome, id, jsonb_build_object('batch', batch_id, 'workflow', workflow_id,
    'size', size, 'sampleSize', sample_size, 'rejected', rejected, 'acceptance', acceptance)
  from lot
  returning subject as id`);

const SWITCH = statement(`
  update review_switching set severity = $3, outcomes = $4 where organization_id = $1 and workflow_id = $2`);

/**
 * Records the outcome of a lot and counts it for the severity of the next lots. Does nothing when the outcome is
 * already recorded.
 */
const decideLot = (database: Database, lot: OpenLot, outcome: LotOutcome): Promise<void> =>
  database.transaction(async (run) => {
    const { organizationId, workflowId } = lot;
    const [switching] = await run(LOCK_SWITCHING, [organizationId, workflowId]);
    const [decided] = await run(SET_OUTCOME, [lot.id, outcome]);
    if (!decided || !switching) return;
    const { severity, outcomes } = switchAfter(switching, outcome);
    await run(SWITCH, [organizationId, workflowId, severity, outcomes]);
  });

// ---------------------------------------------------------------------------------------------------------------------
// Settling lots

type DecidedLot = { id: string; organizationId: OrganizationId; outcome: LotOutcome };

const UNSETTLED = statement<DecidedLot>(`
  select id, organization_id as "organizationId", outcome from review_lots
  where settled_at is null and outcome is not null order by id`);

const LOCK_LOT = statement<{ id: string }>(
  'select id from review_lots where id = $1 and settled_at is null for update skip locked',
);

const REST = statement<{ id: ExecutionId }>(`
  select execution_id as id from review_items where lot_id = $1 and reason = 'lot' order by execution_id limit $2`);

// Skips results that someone is deciding about: the decision may itself wait for the lot, which is locked here.
const QUEUE_REST = statement<{ id: ExecutionId }>(`
  update review_items set reason = 'refused-lot', queued_at = now()
  where execution_id = any (array(
    select execution_id from review_items where execution_id = any ($1::uuid[]) and reason = 'lot'
    for update skip locked))
  returning execution_id as id`);

const SETTLED = statement('update review_lots set settled_at = now() where id = $1');

/** Approves a part of the rest of an accepted lot, or queues a part of a refused one. False when nothing is left. */
const settleStep = (database: Database, { id, organizationId, outcome }: DecidedLot): Promise<boolean> =>
  database.transaction(async (run) => {
    const [lot] = await run(LOCK_LOT, [id]);
    if (!lot) return false;
    const rest = (await run(REST, [id, MAX_CHANGED_AT_ONCE])).map((item) => item.id);
    if (rest.length === 0) {
      await run(SETTLED, [id]);
      return false;
    }
    const changed =
      outcome === 'accepted'
        ? await approveAll(run, organizationId, rest, { evenIfLeased: true })
        : await run(QUEUE_REST, [rest]);
    return changed.length > 0;
  });
