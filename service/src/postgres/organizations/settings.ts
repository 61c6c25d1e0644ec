import type { OrganizationSettings, Organizations } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

const CHANGE = statement(`
  with changed as (
    update organizations set reuse_results = $2, version = gen_random_uuid()
    where id = $1 and reuse_results <> $2 returning id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select id, $3, 'organization.configure', id, jsonb_build_object('reuseResults', $2::boolean) from changed`);

const READ = statement<OrganizationSettings>(
  'select reuse_results as "reuseResults" from organizations where id = $1',
);

export const changeSettings =
  (run: Run): Organizations['changeSettings'] =>
  async (id, { reuseResults }, by) => {
    await run(CHANGE, [id, reuseResults, by]);
  };

export const readSettings =
  (run: Run): Organizations['settings'] =>
  async (id) =>
    (await run(READ, [id]))[0];
