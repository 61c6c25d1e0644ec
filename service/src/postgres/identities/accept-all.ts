import { statement } from '../database.ts';
import { joinOrganization } from '../invitations/join-organization.ts';
import { REDEEMABLE } from '../invitations/redeemable.ts';

/** Whoever has proved an address has accepted what was sent to it. */
export const ACCEPT_ALL = statement(`
  with invitation as (
    update invitations set accepted_at = now()
    where lower(email) = lower($1) and ${REDEEMABLE}
    returning *
  ), account as (
    select $2::uuid as id
  ), ${joinOrganization('invitation', 'account')}
  select from invitation`);

/** Comes before accepting: roles in these organizations do not change meanwhile. */
export const LOCK_INVITING_ORGANIZATIONS = statement(`
  select from organizations
  where id in (
    select organization_id from invitations
    where lower(email) = lower($1) and accepted_at is null and revoked_at is null)
  order by id for no key update`);
