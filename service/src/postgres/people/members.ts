import type { OrganizationId } from '../../domain/ids.ts';
import { coversRole } from '../../domain/people/covers-role.ts';
import { type Action, may, ROLES, type Role } from '../../domain/people/rights.ts';
import type { LockedMembers, Members } from '../../ports/people/people.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { LOCK_ORGANIZATION } from '../organizations.ts';

// Keys and grants are revoked for good: they must not become valid again when the user is invited again.
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

const remove =
  (run: Run, organizationId: OrganizationId): LockedMembers['remove'] =>
  async (userId, by) => {
    await run(REMOVE, [organizationId, userId, by]);
  };

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

const setRole =
  (run: Run, organizationId: OrganizationId): LockedMembers['setRole'] =>
  async (userId, role, by) => {
    await run(SET_ROLE, [organizationId, userId, role, by]);
  };

const ROLE_OF = statement<{ role: Role }>(
  'select role from memberships where organization_id = $1 and user_id = $2',
);
const OWNERS = statement<{ owners: number }>(
  `select count(*) as owners from memberships where organization_id = $1 and role = 'owner'`,
);

const locked =
  ({ transaction }: Database): Members['locked'] =>
  (organizationId, work) =>
    transaction(async (run) => {
      // With the lock, when the last two owners leave at once, one remains.
      await run(LOCK_ORGANIZATION, [organizationId]);
      return work({
        roleOf: async (userId) => (await run(ROLE_OF, [organizationId, userId]))[0]?.role,
        owners: async () => (await run(OWNERS, [organizationId]))[0]!.owners,
        setRole: setRole(run, organizationId),
        remove: remove(run, organizationId),
      });
    });

/** The table of rights as SQL. */

/** SQL condition: this user is a platform administrator now. */
export const administers = (user: string): string =>
  `exists (select from users administrator where administrator.id = ${user} and administrator.platform_administrator)`;

/** SQL condition: this user is a member of the organization now, may do the action, and has every right that `role` has. */
export const memberMay = (action: Action, user: string, organization: string, role: string): string => {
  const pairs = ROLES.filter((own) => may(own, action)).flatMap((own) =>
    ROLES.filter((other) => coversRole(own, other)).map((other) => `('${own}', '${other}')`),
  );
  return `exists (
      select from memberships granting
      where granting.user_id = ${user} and granting.organization_id = ${organization}
        and (granting.role, ${role}) in (${pairs.join(', ')}))`;
};

type Standing = { email: string; role: Role; platformAdministrator: boolean; organizations: number };

const STANDING = statement<Standing>(`
  select account.email, membership.role, account.platform_administrator as "platformAdministrator",
    (select count(*) from memberships where user_id = account.id) as organizations
  from memberships membership join users account on account.id = membership.user_id
  where membership.organization_id = $1 and membership.user_id = $2`);

const standing =
  (run: Run): Members['standing'] =>
  async (organizationId, userId) =>
    (await run(STANDING, [organizationId, userId]))[0];

export const membersIn = (database: Database): Members => ({
  locked: locked(database),
  standing: standing(database.run),
});
