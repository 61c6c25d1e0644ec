import type { OrganizationId } from '../../domain/ids.ts';
import type { LockedMembers } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const SET_ROLE = statement(`
  with member as (
    update memberships set role = $3 where organization_id = $1 and user_id = $2 returning *
  ), changed as (
    update organizations set version = gen_random_uuid() from member where id = member.organization_id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $4, 'member.change-role', user_id,
    jsonb_build_object('email', (select email from users where id = member.user_id), 'role', role)
  from member`);

export const setRole =
  (run: Run, organizationId: OrganizationId): LockedMembers['setRole'] =>
  async (userId, role, by) => {
    await run(SET_ROLE, [organizationId, userId, role, by]);
  };
