/**
 * CTEs that settle the credits when executions leave the states that hold them. Each function returns the text of CTEs
 * that follow the CTE `changed`, which changed executions and returned at least id, organization_id, status, price and
 * holds (the number of the last hold).
 */

/** Turns the hold into the charge. The spendable credits stay the same, so the account row is not changed. */
export const chargeHolds = (changed: string) => `
  charged as (
    insert into ledger (organization_id, id, kind, amount, execution_id)
    select organization_id, id, 'charge', -price, id from ${changed} where status = 'COMPLETED'
  )`;

/** Releases the hold, unless a withdrawal has already released it: the credits can be spent again. */
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

/** The most executions that one statement changes: it locks them, and the account, for some milliseconds. */
export const MAX_CHANGED_AT_ONCE = 140;
