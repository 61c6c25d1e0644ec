import { statement } from '../database.ts';
import { endAccess, endKeys } from '../users/end-access.ts';

/**
 * Marks the address of an account as proven. The first time, everything ends that was set up before: whoever accepted
 * the invitation may have been a stranger. The installation's own keys stay; they come from the settings.
 */
export const PROVE_ADDRESS = statement<{ id: string }>(`
  with account as (
    update users set address_proven_at = now(), password_hash = null
    where id = $1 and lower(email) = lower($2) and address_proven_at is null
    returning id, email
  ), ${endAccess('account', 'null::uuid')}, ${endKeys('account', 'true')}, ended_resets as (
    update password_resets set used_at = now() from account where user_id = account.id and used_at is null
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, account.id, 'address.prove', account.id, jsonb_build_object('email', account.email)
    from account join memberships on user_id = account.id
  )
  select id from account`);
