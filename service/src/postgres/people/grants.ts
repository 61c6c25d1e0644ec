import type { GrantId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { Role } from '../../domain/people/rights.ts';
import type { Device, Grants, RefreshState } from '../../ports/people/oauth.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { type Listed, pageOf } from '../connection/page-of.ts';

const FIND = statement<RefreshState>(`
  select given.id, given.client_id as "clientId", given.user_id as "userId",
    given.organization_id as "organizationId", given.scope, client.rotate_refresh_tokens as rotates,
    given.revoked_at is null and given.expires_at > now() and token.expires_at > now()
      and client.removed_at is null as valid,
    token.used_at is not null as used,
    given.last_used_at < now() - interval '1 minute' as "useIsDue"
  from refresh_tokens token
  join grants given on given.id = token.grant_id
  join oauth_clients client on client.id = given.client_id
  where token.token_hash = $1`);

const findByRefreshToken =
  (run: Run): Grants['findByRefreshToken'] =>
  async (tokenHash) =>
    (await run(FIND, [tokenHash]))[0];

export const GRANT_COLUMNS = `id, client_id as "clientId", user_id as "userId", organization_id as "organizationId", scope`;

const LIST = statement<Listed<Device>>(`
  with valid as (
    select * from grants
    where organization_id = $1 and ($2::uuid is null or user_id = $2) and revoked_at is null and expires_at > now()
  )
  select counted.total, device.*
  from (select count(*) as total from valid) counted
  left join (
    select valid.id, valid.client_id as "clientId", client.name as "clientName", valid.user_id as "userId",
      account.email as "userEmail", valid.created_at as "createdAt", valid.last_used_at as "lastUsedAt"
    from valid
    join oauth_clients client on client.id = valid.client_id
    join users account on account.id = valid.user_id
    order by valid.created_at desc, valid.id desc limit $3 offset $4
  ) device on true
  order by device."createdAt" desc, device.id desc`);

const list =
  (run: Run): Grants['list'] =>
  async (organizationId, onlyOf, { limit, offset }) =>
    pageOf<Device>(await run(LIST, [organizationId, onlyOf ?? null, limit, offset]));

const RECORD_USE = statement(`
  with used as (
    update grants set last_used_at = now() where id = $1 and revoked_at is null returning expires_at
  )
  update refresh_tokens set expires_at = least(now() + $3 * interval '1 second', used.expires_at)
  from used where token_hash = $2`);

/** Records the use of a grant in the background. When that fails, the next use records it. */
const recordUse =
  (run: Run): Grants['recordUse'] =>
  ({ id }, tokenHash, { idleSeconds }) => {
    run(RECORD_USE, [id, tokenHash, idleSeconds]).catch(() => {});
  };

type Row = {
  id: GrantId;
  userId: UserId;
  organizationId: OrganizationId;
  role: Role | null;
  platformAdministrator: boolean;
};

const PRINCIPALS = statement<Row>(`
  select given.id, given.user_id as "userId", given.organization_id as "organizationId", membership.role,
    account.platform_administrator as "platformAdministrator"
  from grants given
  join users account on account.id = given.user_id
  join oauth_clients client on client.id = given.client_id and client.removed_at is null
  left join memberships membership
    on membership.organization_id = given.organization_id and membership.user_id = given.user_id
  where given.id = any ($1::uuid[]) and given.revoked_at is null and given.expires_at > now()`);

const principals =
  (run: Run): Grants['principals'] =>
  async (ids) => {
    const rows = await run(PRINCIPALS, [ids]);
    return new Map(rows.flatMap((row) => entryOf(row)));
  };

const entryOf = ({ id, role, platformAdministrator, userId, organizationId }: Row): [string, Principal][] => {
  const acting = platformAdministrator ? 'owner' : role;
  if (!acting) return [];
  const roles = new Map([[organizationId, acting]]);
  return [[id, { userId, credentialId: id, organizationId, roles, platformAdministrator }]];
};

const REVOKE_IN = statement<{ id: string }>(`
  with ended as (
    update grants set revoked_at = now()
    where organization_id = $1 and id = $2 and ($3::uuid is null or user_id = $3) and revoked_at is null
    returning *
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $4, 'device.revoke', id,
    jsonb_build_object('clientId', client_id, 'userId', user_id,
      'email', (select email from users where id = ended.user_id))
  from ended
  returning id`);

const revokeIn =
  (run: Run): Grants['revokeIn'] =>
  async (organizationId, onlyOf, id, by) =>
    (await run(REVOKE_IN, [organizationId, id, onlyOf ?? null, by])).length > 0;

const REVOKE = statement(`
  with ended as (
    update grants set revoked_at = now() where id = $1 and revoked_at is null returning *
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, user_id, 'device.disconnect', id, jsonb_build_object('clientId', client_id) from ended`);

const revoke =
  (run: Run): Grants['revoke'] =>
  async (id) => {
    await run(REVOKE, [id]);
  };

const ROTATE = statement<{ rotated: true }>(`
  with used as (
    update refresh_tokens set used_at = now()
    where token_hash = $1 and used_at is null and expires_at > now()
    returning grant_id
  ), given as (
    update grants set last_used_at = now() from used where id = used.grant_id and revoked_at is null
    returning id, expires_at
  )
  insert into refresh_tokens (token_hash, grant_id, expires_at)
  select $2, id, least(now() + $3 * interval '1 second', expires_at) from given
  returning true as rotated`);

const rotate =
  (run: Run): Grants['rotate'] =>
  async (tokenHash, nextTokenHash, { idleSeconds }) =>
    (await run(ROTATE, [tokenHash, nextTokenHash, idleSeconds])).length > 0;

export const grantsIn = ({ run }: Database): Grants => ({
  findByRefreshToken: findByRefreshToken(run),
  recordUse: recordUse(run),
  rotate: rotate(run),
  revoke: revoke(run),
  list: list(run),
  revokeIn: revokeIn(run),
  principals: principals(run),
});
