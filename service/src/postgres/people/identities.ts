import { uuidv7 } from 'uuidv7';
import type { UserId } from '../../domain/ids.ts';
import type { Identities } from '../../ports/people/people.ts';
import { type Database, statement } from '../connection/database.ts';
import { endAccess, endKeys, LOCK_USER } from './access.ts';
import { joinOrganization, REDEEMABLE } from './invitations.ts';

/** Accepts all open invitations to an address that the user has proved to own. */
const ACCEPT_ALL = statement(`
  with invitation as (
    update invitations set accepted_at = now()
    where lower(email) = lower($1) and ${REDEEMABLE}
    returning *
  ), account as (
    select $2::uuid as id
  ), ${joinOrganization('invitation', 'account')}
  select from invitation`);

/** Runs before the invitations are accepted, so that roles in these organizations do not change meanwhile. */
const LOCK_INVITING_ORGANIZATIONS = statement(`
  select from organizations
  where id in (
    select organization_id from invitations
    where lower(email) = lower($1) and accepted_at is null and revoked_at is null)
  order by id for no key update`);

// There is no open sign-up: a user is created only when there is an open invitation to the address.
const ADD_INVITED = statement(`
  insert into users (id, email, name, address_proven_at)
  select $1, $2, $3, now() where exists (
    select from invitations where lower(email) = lower($2) and ${REDEEMABLE})
  on conflict (lower(email)) do nothing`);

const FIND = statement<{ userId: UserId }>(
  'select user_id as "userId" from identities where issuer = $1 and subject = $2',
);

const LINK = statement<{ userId: UserId }>(`
  insert into identities (issuer, subject, user_id)
  select $1, $2, id from users where lower(email) = lower($3)
  returning user_id as "userId"`);

/**
 * Marks the address of an account as proven. The first time, it ends all access that was set up before, because a
 * stranger may have accepted the invitation. The installation's own keys stay: they come from the settings.
 */
const PROVE_ADDRESS = statement<{ id: string }>(`
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

/** Finds users by external identity; otherwise by verified e-mail address, if it has an account or an invitation. */
export const identitiesIn = ({ transaction }: Pick<Database, 'transaction'>): Identities => ({
  signIn: ({ issuer, subject, verifiedEmail, name }) =>
    transaction(async (run) => {
      if (verifiedEmail !== undefined) await run(LOCK_INVITING_ORGANIZATIONS, [verifiedEmail]);
      const invited = async (): Promise<UserId | undefined> => {
        if (verifiedEmail === undefined) return undefined;
        await run(ADD_INVITED, [uuidv7(), verifiedEmail, name ?? verifiedEmail.split('@')[0]]);
        const [linked] = await run(LINK, [issuer, subject, verifiedEmail]);
        return linked?.userId;
      };
      const [known] = await run(FIND, [issuer, subject]);
      const userId = known?.userId ?? (await invited());
      if (!userId) return undefined;
      if (verifiedEmail === undefined) return { userId, accessEnded: false };
      await run(LOCK_USER, [userId]);
      const proven = await run(PROVE_ADDRESS, [userId, verifiedEmail]);
      await run(ACCEPT_ALL, [verifiedEmail, userId]);
      return { userId, accessEnded: proven.length > 0 };
    }),
});
