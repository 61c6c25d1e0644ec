import type { UserId } from '../../domain/ids.ts';
import type { PasswordResets } from '../../ports/people.ts';
import { type Database, statement } from '../database.ts';
import { endAccess, endKeys } from '../users/end-access.ts';
import { REDEEMABLE } from './redeemable.ts';

// The user is locked before the link, in the order of `LOCK_USER`.
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
