import { statement } from '../database.ts';
import { REDEEMABLE } from './redeemable.ts';

/** What an accepted invitation does for the user in `account`. */
export const joinOrganization = (invitation: string, account: string): string => `member as (
    insert into memberships (organization_id, user_id, role)
    select organization_id, ${account}.id, role from ${invitation}, ${account}
    on conflict (organization_id, user_id) do nothing
  ), changed as (
    update organizations set version = gen_random_uuid() from ${invitation}
    where organizations.id = ${invitation}.organization_id
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, ${account}.id, 'member.join', ${account}.id,
      jsonb_build_object('email', ${invitation}.email, 'role', role, 'invitedBy', invited_by)
    from ${invitation}, ${account}
  )`;

export const ACCEPT = `update invitations set accepted_at = now()
    where token_hash = $1 and ${REDEEMABLE}
    returning *`;

/** Comes before accepting: roles in the organization do not change meanwhile. */
export const LOCK_INVITING_ORGANIZATION = statement(`
  select from organizations
  where id = (select organization_id from invitations where token_hash = $1)
  for no key update`);
