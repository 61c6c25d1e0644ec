import type { AdministratorChange, Administrators } from '../../ports/people/people.ts';
import { type Database, type Run, statement } from '../connection/database.ts';

// Locks the administrators while it counts them: when two remove each other at once, one remains. The installation has
// no audit log of its own, so the entry goes to the user's current organization, or to the first one.
const CHANGE = statement<{ was: boolean | null; changed: boolean }>(`
  with administrators as (
    select id from users where platform_administrator order by id for update
  ), changed as (
    update users set platform_administrator = $2
    where lower(email) = lower($1) and platform_administrator <> $2
      and ($2 or (select count(*) from administrators) > 1)
    returning id, email, selected_organization_id
  ), noted as (
    insert into audit_log (organization_id, action, subject, detail)
    select coalesce(
        selected_organization_id,
        (select organization_id from memberships where user_id = changed.id order by organization_id limit 1),
        (select id from organizations order by created_at, id limit 1)
      ), case when $2 then 'administrator.add' else 'administrator.remove' end, id,
      jsonb_build_object('name', email, 'by', 'command line')
    from changed
  )
  select (select platform_administrator from users where lower(email) = lower($1)) as was,
    exists (select from changed) as changed`);

export const change =
  (run: Run) =>
  async (email: string, toAdministrator: boolean): Promise<AdministratorChange> => {
    const [outcome] = await run(CHANGE, [email, toAdministrator]);
    if (outcome?.changed) return 'changed';
    if (typeof outcome?.was !== 'boolean') return 'unknown';
    return outcome.was === toAdministrator ? 'unchanged' : 'last';
  };

const LIST = statement<{ email: string; name: string }>(`
  select email, name from users where platform_administrator order by created_at, id`);

const list =
  (run: Run): Administrators['list'] =>
  () =>
    run(LIST, []);

export const administratorsIn = ({ run }: Database): Administrators => ({
  list: list(run),
  add: (email) => change(run)(email, true),
  remove: (email) => change(run)(email, false),
});
