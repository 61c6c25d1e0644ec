import type { OrganizationId } from '../../domain/ids.ts';
import type { LockedMembers } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

// Keys and grants end for good: they must not come back to life when the person is invited again.
const REMOVE = statement(`
  with member as (
    delete from memberships where organization_id = $1 and user_id = $2 returning *
  ), changed as (
    update organizations set version = gen_random_uuid() from member where id = member.organization_id
  ), ended_grants as (
    update grants set revoked_at = now() from member
    where grants.organization_id = member.organization_id and grants.user_id = member.user_id and revoked_at is null
  ), ended_keys as (
    update api_keys set revoked_at = now() from member
    where api_keys.organization_id = member.organization_id and api_keys.user_id = member.user_id
      and revoked_at is null and not platform_administrator
  ), ended_codes as (
    update device_codes set decision = 'denied' from member
    where device_codes.organization_id = member.organization_id and device_codes.user_id = member.user_id
      and decision = 'approved' and redeemed_at is null
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $3, case when user_id = $3 then 'member.leave' else 'member.remove' end, user_id,
    jsonb_build_object('email', (select email from users where id = member.user_id), 'role', role)
  from member`);

export const remove =
  (run: Run, organizationId: OrganizationId): LockedMembers['remove'] =>
  async (userId, by) => {
    await run(REMOVE, [organizationId, userId, by]);
  };
