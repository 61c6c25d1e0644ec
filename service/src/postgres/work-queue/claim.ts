import { UNPAID_ERRORS } from '../../domain/executions/allowance.ts';
import type { ExecutionId, WorkerId } from '../../domain/ids.ts';
import type { Claim, Turn } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import { MAX_CHANGED_AT_ONCE } from '../executions/settle.ts';
import { after, allows } from '../executions/states.ts';
import { CHANGED_STATUS, type ChangedStatus, tellStatus, VERSION } from '../executions/tell-status.ts';
import { HAS_MESSAGES, messagesFor, tellMessages, type WithMessages } from '../webhooks/messages-for.ts';
import { CLAIM_COLUMNS, type ClaimRow, claimFromRow } from './claim-from-row.ts';

/** The executions that may be claimed: the condition of the index `executions_queued`. */
const CLAIMABLE = `${allows('claim')} and not paused`;

const FIRST_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/**
 * A CTE with the organizations that have queued work, in the order of their ids. Each costs one index probe, and
 * PostgreSQL looks up only as many as the statement reads.
 */
const waitingOrganizations = (name: string, part: string) => `
  ${name}(organization_id) as (
    (select organization_id from executions where ${CLAIMABLE} and ${part}
      order by organization_id limit 1)
    union all
    select (select organization_id from executions
      where ${CLAIMABLE} and ${part} and organization_id > last.organization_id
      order by organization_id limit 1)
    from ${name} last where last.organization_id is not null
  )`;

// Ends the executions that the claim found and whose hold a withdrawal had released while they were queued. Such
// executions are rare, so they have a statement of their own: the claim then needs no CTE for webhook messages.
const END_UNPAID = statement<ChangedStatus & WithMessages>(
  `
  with unpaid as (
    update executions set status = ${after('creditsWithdrawn')}, error = $2
    where id = any ($1::uuid[]) and ${allows('creditsWithdrawn')} and hold is null
    returning *
  ), messages as (
    ${messagesFor('unpaid')}
  )
  select ${CHANGED_STATUS}, ${HAS_MESSAGES} from unpaid`,
  (rows) => [...tellStatus(rows), ...tellMessages(rows)],
);

// The claim is fair: every organization with queued work gets an equal share of the claim, starting after the one served
// last. The update finds its rows by primary key. Otherwise, a plan that was cached while the table was small could use a
// partial index, and would later scan all its dead entries.
const CLAIM = statement<((ClaimRow & ChangedStatus) | { id: null }) & { picked: ExecutionId }>(
  `
  with recursive ${waitingOrganizations('behind', 'executions.organization_id > $3')},
  ${waitingOrganizations('before', 'executions.organization_id <= $3')},
  served as (
    select organization_id, ceil($2::numeric / count(*) over ()) as share from (
      select * from behind where organization_id is not null and organization_id <> all ($4::uuid[])
      union all
      select * from before where organization_id is not null and organization_id <> all ($4::uuid[])
      limit $2
    ) waiting
  ), picked as (
    select next.id from served cross join lateral (
      select e.id from executions e
      where e.organization_id = served.organization_id and ${allows('claim', 'e.status')} and not e.paused
      order by e.priority desc, e.queued_at, e.id limit served.share
      for update skip locked
    ) next limit $2
  ), claimed as (
    update executions set status = ${after('claim')}, worker = $1, started_at = now(), attempts = attempts + 1
    where id = any (array(select id from picked)) and hold is not null
    returning ${CLAIM_COLUMNS}, status, ${VERSION} as version, priority, queued_at
  )
  select picked.id as picked, claimed.*
  from picked left join claimed on claimed.id = picked.id
  order by claimed.priority desc, claimed.queued_at, picked.id`,
  // `soon`: these messages may wait, because an execution is often done before anybody could show that it is ACTIVE.
  (rows) => tellStatus(rows.filter((row) => row.id !== null)).map((message) => ({ ...message, soon: true })),
);

const HAS_QUEUED = statement<{ queued: boolean }>(
  `select exists (select from executions where ${CLAIMABLE}) as queued`,
);

export const hasQueued = (database: Database) => async (): Promise<boolean> =>
  (await database.run(HAS_QUEUED, []))[0]?.queued ?? false;

export const claimNext = (database: Database) => {
  const claim = async (worker: WorkerId, count: number, turn: Turn = {}): Promise<Claim[]> => {
    const most = Math.min(count, MAX_CHANGED_AT_ONCE);
    const { after: servedLast = FIRST_ORGANIZATION, except = [] } = turn;
    const rows = await database.run(CLAIM, [worker, most, servedLast, except]);
    const claims = rows.filter((row) => row.id !== null).map(claimFromRow);
    const unpaid = rows.filter((row) => row.id === null).map(({ picked }) => picked);
    if (unpaid.length === 0) return claims;
    // Claim others instead of the executions that can no longer be paid. If that fails, return the claims made so far:
    // they are committed.
    const claimInstead = async () => {
      await database.run(END_UNPAID, [unpaid, JSON.stringify(UNPAID_ERRORS.credits_short)]);
      return claim(worker, unpaid.length, turn);
    };
    return [...claims, ...(await claimInstead().catch(() => []))];
  };
  return claim;
};
