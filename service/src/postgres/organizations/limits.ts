import type { OrganizationLimits, Organizations } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

// Fields that are not in the change stay as they are.
const CHANGE = statement(`
  with wanted as (
    select id,
      case when $2::jsonb ? 'requestsPerMinute' then ($2::jsonb ->> 'requestsPerMinute')::integer
        else requests_per_minute end as requests_per_minute,
      coalesce(($2::jsonb ->> 'belowCost')::boolean, below_cost) as below_cost
    from organizations where id = $1 for no key update
  ), changed as (
    update organizations organization
    set requests_per_minute = wanted.requests_per_minute, below_cost = wanted.below_cost, version = gen_random_uuid()
    from wanted
    where organization.id = wanted.id and (organization.requests_per_minute, organization.below_cost)
      is distinct from (wanted.requests_per_minute, wanted.below_cost)
    returning organization.id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select id, $3, 'organization.limit', id, $2::jsonb from changed`);

const READ = statement<OrganizationLimits>(`
  select requests_per_minute as "requestsPerMinute", below_cost as "belowCost" from organizations where id = $1`);

export const changeLimits =
  (run: Run): Organizations['changeLimits'] =>
  async (id, change, by) => {
    await run(CHANGE, [id, JSON.stringify(change), by]);
  };

export const readLimits =
  (run: Run): Organizations['limits'] =>
  async (id) =>
    (await run(READ, [id]))[0];
