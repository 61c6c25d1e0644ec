import { statement } from '../connection/database.ts';

/**
 * Locks a user until the transaction ends. Locks are always taken in the order organization, user, link, so that there
 * is no deadlock. The next statement sees everything that was committed before the lock was granted.
 */
export const LOCK_USER = statement('select from users where id = $1 for no key update');

/** Locks a user as `LOCK_USER` does, if the password is still the one that was checked. */
export const LOCK_USER_WITH_PASSWORD = statement(
  'select from users where id = $1 and password_hash = $2 for no key update',
);

/**
 * SQL condition: the session, grant or API key with this id has not been ended or revoked; also true when the id is
 * null. After `LOCK_USER` the condition sees a revocation that was in progress, so a call that was authenticated
 * just before the revocation cannot create a new credential.
 */
export const credentialIsValid = (id: string): string => `(${id}::uuid is null
      or exists (select from sessions where id = ${id} and ended_at is null)
      or exists (select from grants where id = ${id} and revoked_at is null)
      or exists (select from api_keys where id = ${id} and revoked_at is null))`;

/** CTEs that end every session except `keep`, every grant, and every approved device code that is not redeemed. */
export const endAccess = (user: string, keep: string): string => `ended_sessions as (
    update sessions set ended_at = now() from ${user}
    where user_id = ${user}.id and ended_at is null and sessions.id is distinct from ${keep}
  ), ended_grants as (
    update grants set revoked_at = now() from ${user} where user_id = ${user}.id and revoked_at is null
  ), ended_codes as (
    update device_codes set decision = 'denied' from ${user}
    where user_id = ${user}.id and decision = 'approved' and redeemed_at is null
  )`;

/** CTEs that revoke the user's API keys when `wanted` is true. Keys of the installation come from settings and stay. */
export const endKeys = (user: string, wanted: string): string => `ended_keys as (
    update api_keys set revoked_at = now() from ${user}
    where user_id = ${user}.id and revoked_at is null and not api_keys.platform_administrator and (${wanted})
    returning api_keys.*
  ), audit_keys as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, user_id, 'key.revoke', id, jsonb_build_object('name', name) from ended_keys
  )`;
