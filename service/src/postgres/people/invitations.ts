import { uuidv7 } from 'uuidv7';
import type { UserId } from '../../domain/ids.ts';
import type { Invitation, Invitations, OpenInvitation } from '../../ports/people/people.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { type Listed, pageOf } from '../connection/page-of.ts';
import { LOCK_ORGANIZATION } from '../organizations.ts';
import { LOCK_USER_WITH_PASSWORD } from './access.ts';
import { administers, memberMay } from './members.ts';

/** SQL condition: the row of `invitations` is open, and the user who made it may still give this role. */
export const REDEEMABLE = `
    invitations.accepted_at is null and invitations.revoked_at is null and invitations.expires_at > now()
    and (${administers('invitations.invited_by')} or ${memberMay(
      'invitation.manage',
      'invitations.invited_by',
      'invitations.organization_id',
      'invitations.role',
    )})`;

/** CTEs that make the user in `account` a member, for an accepted invitation. */
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

const ACCEPT = `update invitations set accepted_at = now()
    where token_hash = $1 and ${REDEEMABLE}
    returning *`;

/** Runs before the invitation is accepted, so that roles in the organization do not change meanwhile. */
const LOCK_INVITING_ORGANIZATION = statement(`
  select from organizations
  where id = (select organization_id from invitations where token_hash = $1)
  for no key update`);

const ACCEPT_AS_NEW = statement<{ id: UserId }>(`
  with invitation as (
    ${ACCEPT}
  ), account as (
    insert into users (id, email, name, password_hash, selected_organization_id)
    select $2, email, $3, $4, organization_id from invitation
    returning id
  ), ${joinOrganization('invitation', 'account')}
  select id from account`);

export const acceptAsNew =
  ({ transaction }: Pick<Database, 'transaction'>): Invitations['acceptAsNew'] =>
  (tokenHash, name, passwordHash) =>
    transaction(async (run) => {
      await run(LOCK_INVITING_ORGANIZATION, [tokenHash]);
      return (await run(ACCEPT_AS_NEW, [tokenHash, uuidv7(), name, passwordHash]))[0]?.id;
    });

const ACCEPT_AS_KNOWN = statement<{ id: string }>(`
  with invitation as (
    ${ACCEPT}
  ), account as (
    update users set selected_organization_id = invitation.organization_id
    from invitation where users.id = $2
    returning users.id
  ), ${joinOrganization('invitation', 'account')}
  select id from account`);

export const accept =
  ({ transaction }: Pick<Database, 'transaction'>): Invitations['accept'] =>
  (tokenHash, { id, passwordHash }) =>
    transaction(async (run) => {
      await run(LOCK_INVITING_ORGANIZATION, [tokenHash]);
      const locked = await run(LOCK_USER_WITH_PASSWORD, [id, passwordHash]);
      if (locked.length === 0) return 'password_changed';
      return (await run(ACCEPT_AS_KNOWN, [tokenHash, id])).length > 0 ? 'accepted' : 'over';
    });

const INVITATION_COLUMNS = `id, email, role, created_at as "createdAt", expires_at as "expiresAt"`;

const REPLACE = statement(`
  update invitations set revoked_at = now()
  where organization_id = $1 and lower(email) = lower($2) and accepted_at is null and revoked_at is null`);

const CREATE = statement<Invitation>(`
  with invitation as (
    insert into invitations (id, organization_id, email, role, token_hash, invited_by, expires_at)
    select $1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second'
    where not exists (
      select from memberships join users on users.id = user_id
      where organization_id = $2 and lower(email) = lower($3))
    returning *
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, invited_by, 'invitation.create', email, jsonb_build_object('role', role) from invitation
  )
  select ${INVITATION_COLUMNS} from invitation`);

const create =
  ({ transaction }: Database): Invitations['create'] =>
  ({ organizationId, email, role, tokenHash, lifetimeSeconds, by }) =>
    transaction(async (run) => {
      // With the lock, the later of two invitations to the same address replaces the earlier.
      await run(LOCK_ORGANIZATION, [organizationId]);
      await run(REPLACE, [organizationId, email]);
      const values = [uuidv7(), organizationId, email, role, tokenHash, by, lifetimeSeconds];
      return (await run(CREATE, values))[0];
    });

const FIND_OPEN = statement<OpenInvitation>(`
  select organization.id as "organizationId", organization.name as "organizationName", invitations.email,
    invitations.role,
    exists (select from users where lower(users.email) = lower(invitations.email)) as "hasAccount"
  from invitations join organizations organization on organization.id = invitations.organization_id
  where token_hash = $1 and ${REDEEMABLE}`);

const findOpen =
  (run: Run): Invitations['findOpen'] =>
  async (tokenHash) =>
    (await run(FIND_OPEN, [tokenHash]))[0];

const LIST = statement<Listed<Invitation>>(`
  with open as (
    select * from invitations
    where organization_id = $1 and accepted_at is null and revoked_at is null and expires_at > now()
  )
  select counted.total, invitation.*
  from (select count(*) as total from open) counted
  left join (
    select ${INVITATION_COLUMNS} from open order by created_at desc, id desc limit $2 offset $3
  ) invitation on true
  order by invitation."createdAt" desc, invitation.id desc`);

const list =
  (run: Run): Invitations['list'] =>
  async (organizationId, { limit, offset }) =>
    pageOf<Invitation>(await run(LIST, [organizationId, limit, offset]));

const REVOKE = statement<{ id: string }>(`
  with revoked as (
    update invitations set revoked_at = now()
    where organization_id = $1 and id = $2 and accepted_at is null and revoked_at is null
    returning *
  )
  insert into audit_log (organization_id, user_id, action, subject)
  select organization_id, $3, 'invitation.revoke', email from revoked
  returning id`);

const revoke =
  (run: Run): Invitations['revoke'] =>
  async (organizationId, id, by) =>
    (await run(REVOKE, [organizationId, id, by])).length > 0;

export const invitationsIn = (database: Database): Invitations => ({
  create: create(database),
  list: list(database.run),
  revoke: revoke(database.run),
  findOpen: findOpen(database.run),
  accept: accept(database),
  acceptAsNew: acceptAsNew(database),
});
