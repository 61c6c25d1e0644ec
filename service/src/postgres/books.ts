import type { Books, Finding } from '../ports/books.ts';
import { COUNTED, IS_CHANGING, STATUS } from './batches/counters.ts';
import { type Database, type Run, statement } from './connection/database.ts';
import { quarterOf } from './usage/roll-up.ts';

// All executions, and the rows that remain of executions that were deleted on request.
const ALL_AND_ERASED = `(
      select id, organization_id, status, price, hold, holds, charged_credits, redos, finished_at from executions
      union all
      select id, organization_id, status, price, null, holds, charged_credits, redos, finished_at from erased_executions)`;

/** The rules that the stored data must always keep, each with a query for the ids that break it. */
export const RULES: Record<string, string> = {
  'The sum of the ledger equals the spendable plus the held credits': `
    select organization.id from organizations organization
    left join accounts account on account.organization_id = organization.id
    left join (
      select organization_id, sum(amount) as amount from ledger group by organization_id
    ) entered on entered.organization_id = organization.id
    left join (
      select organization_id, sum(price) as amount from executions where hold is not null group by organization_id
    ) open on open.organization_id = organization.id
    where account.spendable + coalesce(open.amount, 0) is distinct from coalesce(entered.amount, 0)`,

  'The held credits do not exceed the sum of the ledger': `
    select organization_id from accounts where spendable < 0`,

  'Every hold belongs to an execution that is queued, running or in review': `
    select id from executions
    where case when hold is null then status in ('ACTIVE', 'IN_QA')
      else hold <> holds or status not in ('CREATED', 'ACTIVE', 'IN_QA') end`,

  'Every hold except the open one ended exactly once, as a charge or as a release': `
    select coalesce(execution.id, ended.execution_id) from ${ALL_AND_ERASED} execution
    full join (
      select execution_id, count(*) as times from (
        select execution_id from released_holds
        union all
        select execution_id from ledger where kind = 'charge'
      ) ends group by execution_id
    ) ended on ended.execution_id = execution.id
    where coalesce(ended.times, 0) is distinct from execution.holds - (execution.hold is not null)::integer`,

  'Every release matches the hold that it released': `
    select released.execution_id from released_holds released
    left join ${ALL_AND_ERASED} execution on execution.id = released.execution_id
      and execution.organization_id = released.organization_id
      and execution.price = released.amount
      and released.number between 1 and execution.holds
      and released.number is distinct from execution.hold
    where execution.id is null`,

  'A completed execution is charged its price, and nothing else is charged': `
    select coalesce(charge.execution_id, execution.id)
    from (select execution_id, organization_id, amount from ledger where kind = 'charge') charge
    full join (
      select id, organization_id, price, charged_credits from ${ALL_AND_ERASED} ever where status = 'COMPLETED'
    ) execution on execution.id = charge.execution_id and execution.organization_id = charge.organization_id
    where charge.amount is distinct from -execution.price
      or execution.charged_credits is distinct from execution.price`,

  'No execution is charged twice': `
    select execution_id from ledger where kind = 'charge' group by execution_id having count(*) > 1`,

  'An execution that is not completed shows no charge': `
    select id from executions where status <> 'COMPLETED' and charged_credits is not null`,

  'The stored totals by status match the executions': `
    select coalesce(counted.organization_id, real.organization_id)
    from (
      select organization_id, status, workflow_id, in_batch, sum(difference) as total
      from execution_counts group by organization_id, status, workflow_id, in_batch
    ) counted
    full join (
      select organization_id, status, workflow_id, in_batch, count(*) as total
      from executions group by organization_id, status, workflow_id, in_batch
    ) real on real.organization_id = counted.organization_id and real.status = counted.status
      and real.workflow_id = counted.workflow_id and real.in_batch = counted.in_batch
    where coalesce(counted.total, 0) <> coalesce(real.total, 0)`,

  'The stored totals of batches match their executions': `
    select coalesce(counted.batch_id, real.batch_id)
    from (
      select organization_id, batch_id, status, sum(difference) as total, sum(held) as held, sum(charged) as charged
      from batch_counts group by organization_id, batch_id, status
    ) counted
    full join (
      select organization_id, batch_id, status, count(*) as total,
        coalesce(sum(price) filter (where hold is not null), 0) as held, coalesce(sum(charged_credits), 0) as charged
      from executions where batch_id is not null group by organization_id, batch_id, status
    ) real on real.organization_id = counted.organization_id and real.batch_id = counted.batch_id
      and real.status = counted.status
    where coalesce(counted.total, 0) <> coalesce(real.total, 0)
      or coalesce(counted.held, 0) <> coalesce(real.held, 0)
      or coalesce(counted.charged, 0) <> coalesce(real.charged, 0)`,

  'The stored totals by batch name match the executions': `
    select coalesce(counted.organization_id, real.organization_id)
    from (
      select organization_id, name_hash, status, sum(difference) as total
      from batch_counts where name_hash is not null group by organization_id, name_hash, status
    ) counted
    full join (
      select organization_id, md5(batch_name)::uuid as name_hash, status, count(*) as total
      from executions where batch_name is not null group by organization_id, batch_name, status
    ) real on real.organization_id = counted.organization_id and real.name_hash = counted.name_hash
      and real.status = counted.status
    where coalesce(counted.total, 0) <> coalesce(real.total, 0)`,

  'The labels that lists use are those of the executions': `
    select coalesce(listed.id, real.id)
    from execution_labels listed
    full join (
      select e.organization_id, label_hash(key, value) as label, e.status, e.created_at, e.id
      from executions e, jsonb_each_text(e.labels) as label (key, value)
      where e.status not in ('CREATED', 'ACTIVE') and key not in ('service_batch_id', 'service_batch_name')
    ) real on real.organization_id = listed.organization_id and real.label = listed.label
      and real.status = listed.status and real.created_at = listed.created_at and real.id = listed.id
    where listed.id is null or real.id is null`,

  'Every execution with batch labels belongs to a stored batch': `
    select execution.id from executions execution
    left join batches batch on batch.organization_id = execution.organization_id and batch.id = execution.batch_id
    where execution.batch_id is not null and batch.id is null`,

  'A batch stays within its budget, or within what it had used when the budget was set': `
    select b.id from batches b cross join ${COUNTED}
    where b.budget is not null and counted.charged + counted.held > greatest(b.budget, b.used_before_budget)`,

  'Lists show every batch with the status that its counters say': `
    select b.id from batches b cross join ${COUNTED} where b.status <> ${STATUS} and not ${IS_CHANGING}`,

  'The usage counts every execution that is completed or failed once, when it finished': `
    select coalesce(counted.organization_id, real.organization_id)
    from (
      select organization_id, at, sum(executions) as executions, sum(failures) as failures
      from (
        select organization_id, at, executions, failures from usage_sums
        where dimension = 'total' and span = 'quarter'
        union all
        select execution.organization_id, ${quarterOf('event.finished_at')}, event.ends,
          case when event.failed then event.ends else 0 end
        from usage_events event join executions execution on execution.id = event.execution_id
      ) used group by organization_id, at
    ) counted
    full join (
      select organization_id, ${quarterOf('finished_at')} as at, count(*) as executions,
        count(*) filter (where status = 'FAILED') as failures
      from ${ALL_AND_ERASED} ever where status in ('COMPLETED', 'FAILED') group by 1, 2
    ) real on real.organization_id = counted.organization_id and real.at = counted.at
    where coalesce(counted.executions, 0) <> coalesce(real.executions, 0)
      or coalesce(counted.failures, 0) <> coalesce(real.failures, 0)`,

  'The usage has the credits of every charge, when it was charged': `
    select coalesce(counted.organization_id, real.organization_id)
    from (
      select organization_id, at, sum(credits) as credits
      from (
        select organization_id, at, credits from usage_sums where dimension = 'total' and span = 'quarter'
        union all
        select execution.organization_id, ${quarterOf('event.charged_at')}, event.charged_credits
        from usage_events event join executions execution on execution.id = event.execution_id
        where event.charged_at is not null
      ) used group by organization_id, at
    ) counted
    full join (
      select organization_id, ${quarterOf('created_at')} as at, -sum(amount) as credits
      from ledger where kind = 'charge' group by 1, 2
    ) real on real.organization_id = counted.organization_id and real.at = counted.at
    where coalesce(counted.credits, 0) <> coalesce(real.credits, 0)`,

  'The usage has the same sums by quarter of an hour, hour and day, and in every dimension': `
    select organization_id from (
      select organization_id, dimension, span, sum(executions) as executions, sum(failures) as failures,
        sum(credits) as credits
      from usage_sums where dimension <> 'component' group by organization_id, dimension, span
    ) summed
    group by organization_id
    having count(distinct (executions, failures, credits)) > 1 or count(*) <> 15`,

  'Every object of the store is counted once for each image that refers to it': `
    select coalesce(object.hash, held.hash)
    from objects object
    full join (
      select hash, count(*) as refs from images where deleted_at is null group by hash
    ) held on held.hash = object.hash
    where coalesce(object.refs, 0) <> coalesce(held.refs, 0)`,

  'A completed execution has a result that its organization may see': `
    select execution.id from executions execution
    left join images image on image.organization_id = execution.organization_id
      and image.hash = execution.result_hash and not image.reviewers_only
    where execution.status = 'COMPLETED' and image.hash is null`,

  'Every named output of an execution is an image that its organization may see': `
    select execution.id from executions execution
    cross join jsonb_each(execution.results) as named (name, file)
    left join images image on image.organization_id = execution.organization_id
      and image.hash = file ->> 'contentHash' and (not image.reviewers_only or execution.status <> 'COMPLETED')
    where image.hash is null`,

  'An execution is in review exactly while it has an item in review': `
    select coalesce(execution.id, item.execution_id)
    from (select id, organization_id from executions where status = 'IN_QA') execution
    full join review_items item on item.execution_id = execution.id
      and item.organization_id = execution.organization_id
    where execution.id is null or item.execution_id is null`,

  'Every decision about the sample of a lot is counted once': `
    select lot.id from review_lots lot
    left join (
      select lot_id, count(*) filter (where sampled) as decided,
        count(*) filter (where sampled and decision <> 'approve') as rejected
      from reviews where lot_id is not null group by lot_id
    ) made on made.lot_id = lot.id
    left join (
      select lot_id, count(*) as waiting from review_items where reason = 'sample' group by lot_id
    ) item on item.lot_id = lot.id
    where lot.decided <> coalesce(made.decided, 0) or lot.rejected <> coalesce(made.rejected, 0)
      or lot.sample_size <> lot.decided + coalesce(item.waiting, 0)`,

  'Every result of a lot waits for a decision or was decided once': `
    select lot.id from review_lots lot
    left join (select lot_id, count(*) as results from reviews group by lot_id) made on made.lot_id = lot.id
    left join (select lot_id, count(*) as results from review_items group by lot_id) item on item.lot_id = lot.id
    where lot.size <> coalesce(made.results, 0) + coalesce(item.results, 0)`,

  'A settled lot has no result that waits for its outcome': `
    select lot.id from review_lots lot join review_items item on item.lot_id = lot.id and item.reason = 'lot'
    where lot.settled_at is not null`,

  'A redo keeps the hold of its execution': `
    select id from executions where status = 'CREATED' and hold is null and kept_hold = holds`,

  'Every redo of an execution is a decision of a reviewer': `
    select coalesce(execution.id, made.execution_id)
    from (select id, redos from ${ALL_AND_ERASED} ever where redos > 0) execution
    full join (
      select execution_id, count(*) as redos from reviews where decision = 'redo' group by execution_id
    ) made on made.execution_id = execution.id
    where execution.redos is distinct from made.redos`,

  'A result that was in review is completed by an approval and failed by a rejection': `
    select execution.id from executions execution
    left join reviews made on made.execution_id = execution.id and made.attempt = execution.attempts
    where execution.status = 'COMPLETED' and (execution.trace ->> 'toReview')::boolean
        and made.decision is distinct from 'approve'
      or execution.status = 'FAILED' and execution.error_code = 'qa_rejected'
        and made.decision is distinct from 'reject'
      or made.decision = 'approve' and execution.status <> 'COMPLETED'`,

  'A result in review has an image that reviewers may see': `
    select execution.id from executions execution
    left join images image on image.organization_id = execution.organization_id
      and image.hash = execution.result_hash
    where execution.status = 'IN_QA' and image.hash is null`,
};

const checks = Object.entries(RULES).map(
  ([rule, query]) => `select '${rule}' as rule, broken.id::text as id from (${query}) broken (id)`,
);

// One statement reads one snapshot, so concurrent writes cannot look like contradictions.
const FIND_CONTRADICTIONS = statement<Finding>(`
  select rule, count(*) as count, (array_agg(id order by id))[1:5] as sample
  from (${checks.join('\n  union all ')}) findings
  group by rule order by rule`);

export const findContradictions =
  (run: Run): Books['findContradictions'] =>
  () =>
    run(FIND_CONTRADICTIONS, []);

export const booksIn = ({ run }: Database): Books => ({ findContradictions: findContradictions(run) });
