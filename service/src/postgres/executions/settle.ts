import { CHANNELS } from '../connection/channels.ts';

/**
 * What happens to the credits when executions leave the states that hold them. Each is the text of further CTEs
 * behind one that changed executions and returns their whole rows (`holds` is the number of the last hold).
 */

/** The hold becomes the charge. What can be spent stays the same, so the account is not touched. */
export const chargeHolds = (changed: string) => `
  charged as (
    insert into ledger (organization_id, id, kind, amount, execution_id)
    select organization_id, id, 'charge', -price, id from ${changed} where status = 'COMPLETED'
  )`;

/** The hold is released, unless a withdrawal has done so before: what was held can be spent again. */
export const releaseHolds = (changed: string) => `
  released as (
    insert into released_holds (execution_id, number, organization_id, amount)
    select id, holds, organization_id, price from ${changed}
    on conflict do nothing
    returning organization_id, amount
  ), freed as (
    update accounts a set spendable = a.spendable + r.amount
    from (select organization_id, sum(amount)::bigint as amount from released group by organization_id) r
    where a.organization_id = r.organization_id
  )`;

// A notification carries at most 8000 bytes, and the longest entry has 54: `<id>=PAYMENT_REQUIRED,`.
export const MAX_CHANGED_AT_ONCE = 140;

/** Tells the followers of these executions, after the commit. */
export const notifyStatus = (changed: string) =>
  `pg_notify('${CHANNELS.status}', (select string_agg(id || '=' || status, ',') from ${changed}))`;
