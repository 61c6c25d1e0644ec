import { statement } from '../database.ts';
import { joinOrganization } from '../invitations/join-organization.ts';

/** Whoever has proved an address has accepted what was sent to it. */
export const ACCEPT_ALL = statement(`
  with invitation as (
    update invitations set accepted_at = now()
    where lower(email) = lower($1) and accepted_at is null and revoked_at is null and expires_at > now()
    returning *
  ), account as (
    select $2::uuid as id
  ), ${joinOrganization('invitation', 'account')}
  select from invitation`);
