import type { UserId } from '../../domain/ids.ts';
import type { PasswordResets } from '../../ports/people/people.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { endAccess, endKeys } from './access.ts';
import { administers, memberMay } from './members.ts';

const CREATE = statement<{ expiresAt: Date }>(`
  with replaced as (
    update password_resets set used_at = now() where user_id = $2 and used_at is null
  ), reset as (
    insert into password_resets (token_hash, user_id, organization_id, made_by, expires_at)
    values ($1, $2, $3, $4, now() + $5 * interval '1 second')
    returning *
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, made_by, 'password-reset.create', user_id,
      jsonb_build_object('email', (select email from users where id = reset.user_id))
    from reset
  )
  select expires_at as "expiresAt" from reset`);

const create =
  (run: Run): PasswordResets['create'] =>
  async ({ tokenHash, userId, organizationId, by, lifetimeSeconds }) => {
    const [reset] = await run(CREATE, [tokenHash, userId, organizationId, by, lifetimeSeconds]);
    return reset!.expiresAt;
  };

/**
 * SQL condition: the row of `password_resets` is open, and the user who made it could still make it now: the rule of
 * `createPasswordReset`, applied to the current roles of both.
 */
const REDEEMABLE = `
    password_resets.used_at is null and password_resets.expires_at > now()
    and exists (
      select from memberships subject
      where subject.user_id = password_resets.user_id and subject.organization_id = password_resets.organization_id
        and (${administers('password_resets.made_by')} or (
          ${memberMay(
            'password-reset.create',
            'password_resets.made_by',
            'password_resets.organization_id',
            'subject.role',
          )}
          and not ${administers('password_resets.user_id')}
          and not exists (
            select from memberships elsewhere
            where elsewhere.user_id = subject.user_id and elsewhere.organization_id <> subject.organization_id))))`;

const IS_VALID = statement<{ valid: true }>(`
  select true as valid from password_resets where token_hash = $1 and ${REDEEMABLE}`);

const isValid =
  (run: Run): PasswordResets['isValid'] =>
  async (tokenHash) =>
    (await run(IS_VALID, [tokenHash])).length > 0;

// Locks the user before the link: `LOCK_USER` defines the order of locks.
const LOCK_SUBJECT = statement(`
  select from users where id = (select user_id from password_resets where token_hash = $1) for no key update`);

const REDEEM = statement<{ id: UserId }>(`
  with reset as (
    update password_resets set used_at = now() where token_hash = $1 and ${REDEEMABLE}
    returning user_id, made_by
  ), account as (
    update users set password_hash = $2 from reset where users.id = reset.user_id
    returning users.id, reset.made_by
  ), ${endAccess('account', 'null::uuid')}, ${endKeys('account', '$3::boolean or made_by <> account.id')}, ended_resets as (
    update password_resets set used_at = now() from account
    where user_id = account.id and used_at is null and token_hash <> $1
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject)
    select organization_id, account.id, 'password.reset', account.id
    from account join memberships on user_id = account.id
  )
  select id from account`);

export const redeem =
  ({ transaction }: Pick<Database, 'transaction'>): PasswordResets['redeem'] =>
  (tokenHash, passwordHash, revokeApiKeys) =>
    transaction(async (run) => {
      await run(LOCK_SUBJECT, [tokenHash]);
      return (await run(REDEEM, [tokenHash, passwordHash, revokeApiKeys]))[0]?.id;
    });

export const passwordResetsIn = (database: Database): PasswordResets => ({
  create: create(database.run),
  redeem: redeem(database),
  isValid: isValid(database.run),
});
