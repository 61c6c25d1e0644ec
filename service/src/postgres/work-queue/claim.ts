import type { Status } from '../../domain/execution-states.ts';
import type { WorkerId } from '../../domain/ids.ts';
import type { Claim, Turn } from '../../ports/executions.ts';
import { type Database, statement } from '../database.ts';
import { MAX_CHANGED_AT_ONCE, notifyStatus } from '../executions/settle.ts';
import { messagesFor } from '../webhooks/messages-for.ts';
import { type ClaimRow, claimFromRow } from './claim-from-row.ts';

const FIRST_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** The organizations with queued work in order of their id, one index probe each; read only as far as needed. */
const waitingOrganizations = (name: string, part: string) => `
  ${name}(organization_id) as (
    (select organization_id from executions where status = 'CREATED' and ${part}
      order by organization_id limit 1)
    union all
    select (select organization_id from executions
      where status = 'CREATED' and ${part} and organization_id > last.organization_id
      order by organization_id limit 1)
    from ${name} last where last.organization_id is not null
  )`;

// Fair: every organization that waits gets an equal share of what is taken, starting behind the one served last.
// Found by primary key: a plan made while the table was small must not walk dead entries of a partial index later.
const CLAIM = statement<ClaimRow & { status: Status }>(`
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
      where e.organization_id = served.organization_id and e.status = 'CREATED'
      order by e.queued_at, e.id limit served.share
      for update skip locked
    ) next limit $2
  ), claimed as (
    update executions set
      status = case when hold is null then 'PAYMENT_REQUIRED' else 'ACTIVE' end::execution_status,
      worker = case when hold is not null then $1::uuid end,
      started_at = case when hold is not null then now() end,
      attempts = attempts + case when hold is null then 0 else 1 end
    where id = any (array(select id from picked))
    returning *
  ), messages as (
    ${messagesFor('claimed')}
  ), told as (
    select ${notifyStatus('claimed')} where exists (select from claimed)
  )
  select c.id, c.organization_id, c.workflow_version, c.inputs, c.settings, c.worker, c.attempts,
    c.attempts_before_retry, c.status
  from claimed c left join told on true
  order by c.queued_at, c.id`);

export const claimNext = (database: Database) => {
  const claim = async (worker: WorkerId, count: number, turn: Turn = {}): Promise<Claim[]> => {
    const most = Math.min(count, MAX_CHANGED_AT_ONCE);
    const { after = FIRST_ORGANIZATION, except = [] } = turn;
    const rows = await database.run(CLAIM, [worker, most, after, except]);
    const claims = rows.filter(({ status }) => status === 'ACTIVE').map(claimFromRow);
    const unpaid = rows.length - claims.length;
    if (unpaid === 0) return claims;
    // Those that cannot be paid any more take nobody's place. What is claimed already is not lost if this fails.
    return [...claims, ...(await claim(worker, unpaid, turn).catch(() => []))];
  };
  return claim;
};
