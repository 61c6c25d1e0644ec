import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { notFound } from '../domain/errors.ts';
import type { Credits, LedgerEntry, LedgerFilter } from '../ports/people/organizations.ts';
import { type Database, type Run, statement } from './connection/database.ts';
import { type Listed, pageOf } from './connection/page-of.ts';

const LEDGER_COLUMNS = `id, organization_id as "organizationId", kind, amount,
  execution_id as "executionId", note, user_id as "userId", created_at as "createdAt"`;

/** The columns of an entry that belongs to no execution. */
const COLUMNS_WITHOUT_EXECUTION = `${LEDGER_COLUMNS}, null::text as "inputFileName"`;

/** Totals are exact up to this number, and beyond it for the whole ledger and for all charges. */
const MAX_COUNTED = 10_000;

// The kind is part of the SQL text, because the planner uses a partial index only for a kind that it knows.
const ofKind = (kind: LedgerEntry['kind']) =>
  kind === 'charge' ? "kind = 'charge'" : `kind = '${kind}' and kind <> 'charge'`;

/** The conditions of a filter. Each condition has an index; see the schema. */
const conditionsOf = (filter: LedgerFilter, bind: (value: unknown) => string): string[] => {
  const { kind, executionId, userId, createdAfter, createdBefore } = filter;
  return [
    ...(kind ? [ofKind(kind)] : []),
    // A charge has the id of its execution, so the primary key finds it.
    ...(executionId ? [`id = ${bind(executionId)} and execution_id is not null`] : []),
    ...(userId ? [`user_id = ${bind(userId)}`] : []),
    ...(createdAfter ? [`created_at >= ${bind(createdAfter)}`] : []),
    ...(createdBefore ? [`created_at < ${bind(createdBefore)}`] : []),
  ];
};

// Every COMPLETED execution has one charge, so their number is the number of charges.
const CHARGES = `(select coalesce(sum(difference), 0) from execution_counts
  where organization_id = $1 and status = 'COMPLETED')`;
const OTHERS = "(select count(*) from ledger where organization_id = $1 and kind <> 'charge')";

/** The statement for the exact total, if the filter is empty or only asks for charges; undefined for other filters. */
const exactTotalOf = ({ kind, ...others }: LedgerFilter): string | undefined => {
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if (kind === undefined) return `${CHARGES} + ${OTHERS}`;
  return kind === 'charge' ? CHARGES : undefined;
};

const countOf = (matching: string) =>
  `(select count(*) from (select from ledger where ${matching} limit ${MAX_COUNTED + 1}) counted)`;

const ledger =
  (run: Run): Credits['ledger'] =>
  async (id, { limit, ...page }, filter = {}) => {
    const values: unknown[] = [id];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const matching = ['organization_id = $1', ...conditionsOf(filter, bind)].join(' and ');
    const behind =
      'after' in page
        ? ` and (created_at, id) < (${bind(page.after.createdAt)}::timestamptz, ${bind(page.after.id)}::uuid)`
        : '';
    const exactTotal = exactTotalOf(filter);
    // Reads one entry more than the page has, to know whether more follow.
    const rows = await run(
      statement<Listed<LedgerEntry>>(`
        select counted.total, entry.*, (
          select input_file_name from executions where executions.id = entry."executionId"
        ) as "inputFileName"
        from (select (${exactTotal ?? countOf(matching)})::bigint as total) counted
        left join (
          select ${LEDGER_COLUMNS} from ledger where ${matching}${behind}
          order by created_at desc, id desc limit ${bind(limit + 1)} offset ${bind('offset' in page ? page.offset : 0)}
        ) entry on true
        order by entry."createdAt" desc, entry.id desc`),
      values,
    );
    const { entries, total } = pageOf<LedgerEntry>(rows);
    const totalExceeded = exactTotal === undefined && total > MAX_COUNTED;
    return {
      entries: entries.slice(0, limit),
      total: totalExceeded ? MAX_COUNTED : total,
      totalExceeded,
      more: entries.length > limit && limit > 0,
    };
  };

// One statement changes ledger and account: a crash cannot keep one change without the other. Where `autoResume` is
// on, the statement also requests that the unpaid executions are resumed, from the oldest.
const GRANT = statement<LedgerEntry>(`
  with account as (
    update accounts set spendable = spendable + $3 where organization_id = $1 returning organization_id
  ), resumed as (
    insert into resume_jobs (organization_id)
    select account.organization_id from account join organizations o on o.id = account.organization_id
    where o.auto_resume_since is not null
    on conflict (organization_id, batch_id) do update set after_created_at = null, after_id = null
  )
  insert into ledger (organization_id, id, kind, amount, note, user_id)
  select organization_id, $2, 'grant', $3, $4, $5 from account
  returning ${COLUMNS_WITHOUT_EXECUTION}`);

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

// Each unfinished execution is read, so this is for people who look at the account, not for every create.
const ACCOUNT = statement<{ available: number; held: number }>(`
  select spendable as available, (
    select coalesce(sum(price), 0)::bigint from executions
    where organization_id = $1 and status in ('CREATED', 'ACTIVE', 'IN_QA') and hold is not null
  ) as held
  from accounts where organization_id = $1`);

const account =
  (run: Run): Credits['account'] =>
  async (id) => {
    const [found] = await run(ACCOUNT, [id]);
    if (!found) throw notFound('The organization');
    return found;
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
    returning ${COLUMNS_WITHOUT_EXECUTION}
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
  account: account(database.run),
  grant: grant(database.run),
  withdraw: withdraw(database),
  ledger: ledger(database.run),
});
