import type { OrganizationLimits, Organizations } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

const CHANGE = statement(`
  with changed as (
    update organizations set requests_per_minute = $2, version = gen_random_uuid()
    where id = $1 and requests_per_minute is distinct from $2 returning id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select id, $3, 'organization.limit', id, jsonb_build_object('requestsPerMinute', $2::integer) from changed`);

const READ = statement<OrganizationLimits>(
  'select requests_per_minute as "requestsPerMinute" from organizations where id = $1',
);

export const changeLimits =
  (run: Run): Organizations['changeLimits'] =>
  async (id, { requestsPerMinute }, by) => {
    await run(CHANGE, [id, requestsPerMinute, by]);
  };

export const readLimits =
  (run: Run): Organizations['limits'] =>
  async (id) =>
    (await run(READ, [id]))[0];
