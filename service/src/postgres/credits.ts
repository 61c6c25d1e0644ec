import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { notFound } from '../domain/errors.ts';
import type { Credits, LedgerEntry } from '../ports/organizations.ts';
import { type Database, type Run, statement } from './connection/database.ts';
import { type Listed, pageOf } from './connection/page-of.ts';

const LEDGER_COLUMNS = `id, organization_id as "organizationId", kind, amount,
  execution_id as "executionId", note, user_id as "userId", created_at as "createdAt"`;

const LEDGER = statement<Listed<LedgerEntry>>(`
  select counted.total, entry.*
  from (select count(*) as total from ledger where organization_id = $1) counted
  left join (
    select ${LEDGER_COLUMNS} from ledger where organization_id = $1
    order by created_at desc, id desc limit $2 offset $3
  ) entry on true
  order by entry."createdAt" desc, entry.id desc`);

const ledger =
  (run: Run): Credits['ledger'] =>
  async (id, { limit, offset }) =>
    pageOf<LedgerEntry>(await run(LEDGER, [id, limit, offset]));

// One statement changes ledger and account: a crash cannot keep one change without the other.
const GRANT = statement<LedgerEntry>(`
  with account as (
    update accounts set spendable = spendable + $3 where organization_id = $1 returning organization_id
  )
  insert into ledger (organization_id, id, kind, amount, note, user_id)
  select organization_id, $2, 'grant', $3, $4, $5 from account
  returning ${LEDGER_COLUMNS}`);

export const grant =
  (run: Run): Credits['grant'] =>
  async (id, amount, note, by) => {
    const [entry] = await run(GRANT, [id, uuidv7(), amount, note, by]);
    if (!entry) throw notFound('The organization');
    return entry;
  };

const SPENDABLE = statement<{ credits: number }>(
  'select spendable as credits from accounts where organization_id = $1',
);

const spendable =
  (run: Run): Credits['spendable'] =>
  async (id) => {
    const [account] = await run(SPENDABLE, [id]);
    if (!account) throw notFound('The organization');
    return account.credits;
  };

type NothingOr<Entry> = Entry | { [Key in keyof Entry]: null };

const LOCK_ACCOUNT = statement<{ locked: true }>(
  'select true as locked from accounts where organization_id = $1 for update',
);

// Runs with the account locked, so no new hold can appear. Other statements lock executions before the account; this
// one locks the account first, so it skips locked executions instead of waiting, which could deadlock.
// A hold that a redo kept is not taken: its result was already made once.
// A hold is released as a whole: credits beyond the needed amount become spendable.
// `busy`: there are enough credits, but other statements are changing some of the executions right now.
const WITHDRAW = statement<NothingOr<LedgerEntry> & { busy: boolean }>(`
  with account as (
    select organization_id, $3 - spendable as missing from accounts where organization_id = $1
  ), newest as (
    select id, price, created_at from executions
    where organization_id = $1 and status = 'CREATED' and hold is not null and price > 0
      and kept_hold is distinct from hold
    order by created_at desc, id desc
    -- Each hold is at least one credit, so more rows than missing credits are never needed.
    limit (select greatest(missing, 0) from account)
  ), wanted as (
    select id from (
      select id, sum(price) over (order by created_at desc, id desc) - price as taken_before,
        sum(price) over () as reachable
      from newest
    ) running, account
    where taken_before < missing and reachable >= missing
  ), taken as materialized (
    select id, hold, price from executions
    where id = any (array(select id from wanted)) and status = 'CREATED' and hold is not null
      and kept_hold is distinct from hold
    for update skip locked
  ), enough as (
    select organization_id, freed from account, (select coalesce(sum(price), 0) as freed from taken) summed
    where freed >= missing
  ), released as (
    insert into released_holds (execution_id, number, organization_id, amount)
    select id, hold, organization_id, price from taken, enough
    returning execution_id
  ), unheld as (
    update executions set hold = null from released where executions.id = released.execution_id
  ), withdrawn as (
    update accounts set spendable = spendable - $3 + enough.freed
    from enough where accounts.organization_id = enough.organization_id
    returning accounts.organization_id
  ), entry as (
    insert into ledger (organization_id, id, kind, amount, note, user_id)
    select organization_id, $2, 'withdrawal', -$3::bigint, $4, $5 from withdrawn
    returning ${LEDGER_COLUMNS}
  )
  select exists (select from wanted) as busy, entry.* from account left join entry on true`);

// A claim locks its rows for a few milliseconds only, so try again.
const ATTEMPTS = 6;
const PAUSE_MS = 20;

const withdraw =
  ({ transaction }: Pick<Database, 'transaction'>): Credits['withdraw'] =>
  async (id, amount, note, by) => {
    for (let attempt = 1; ; attempt++) {
      const [outcome] = await transaction(async (run) => {
        await run(LOCK_ACCOUNT, [id]);
        return run(WITHDRAW, [id, uuidv7(), amount, note, by]);
      });
      if (!outcome) throw notFound('The organization');
      const { busy, ...entry } = outcome;
      if (isWritten(entry)) return entry;
      if (!busy || attempt === ATTEMPTS) return undefined;
      await pause(attempt * PAUSE_MS);
    }
  };

const isWritten = (entry: NothingOr<LedgerEntry>): entry is LedgerEntry => entry.id !== null;

export const creditsIn = (database: Database): Credits => ({
  spendable: spendable(database.run),
  grant: grant(database.run),
  withdraw: withdraw(database),
  ledger: ledger(database.run),
});
