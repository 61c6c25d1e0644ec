import { uuidv7 } from 'uuidv7';
import type { ApiKeyId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { Role } from '../../domain/people/rights.ts';
import { weakerRole } from '../../domain/people/weaker-role.ts';
import type { FirstStartStores } from '../../ports/first-start.ts';
import type { ApiKey, ApiKeys } from '../../ports/people/organizations.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { type Listed, pageOf } from '../connection/page-of.ts';
import { credentialIsValid, LOCK_USER } from './access.ts';

// A revoked key stays revoked, even if the settings still name it. Only a valid key replaces others: a start with a
// revoked key must not leave the installation without any.
const ADD_ADMINISTRATOR_KEY = statement<{ valid: boolean }>(`
  with added as (
    insert into api_keys (id, organization_id, user_id, name, role, platform_administrator, key_hash)
    values ($1, $2, $3, $4, 'owner', true, $5)
    on conflict (key_hash) do nothing
    returning id
  ), valid as (
    select id from added union all select id from api_keys where key_hash = $5 and revoked_at is null
  ), replaced as (
    update api_keys set revoked_at = now()
    where platform_administrator and name = any ($6) and key_hash <> $5 and revoked_at is null
      and exists (select from valid)
    returning *
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, $3, 'key.revoke', id, jsonb_build_object('name', name) from replaced
  )
  select exists (select from valid) as valid`);

export const addAdministratorKey =
  (run: Run): FirstStartStores['addAdministratorKey'] =>
  async ({ organizationId, userId, name, secretHash }, replaces) => {
    const values = [uuidv7(), organizationId, userId, name, secretHash, replaces];
    return (await run(ADD_ADMINISTRATOR_KEY, values))[0]!.valid;
  };

const RECORD_USE = statement(`
  update api_keys set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`);

/** Records a key's use in the background, so that the call does not wait for it. */
const openUseRecorder = (run: Run): ((id: ApiKeyId) => void) => {
  const underWay = new Set<ApiKeyId>();
  return (id) => {
    if (underWay.has(id)) return;
    underWay.add(id);
    run(RECORD_USE, [id])
      // The call itself succeeded, and the next call records the use again.
      .catch(() => {})
      .finally(() => underWay.delete(id));
  };
};

type KeyRow = {
  id: ApiKeyId;
  organizationId: OrganizationId;
  userId: UserId;
  keyRole: Role;
  /** Null when the user is not, or no longer, a member. */
  memberRole: Role | null;
  madeByAdministrator: boolean;
  platformAdministrator: boolean;
  useIsDue: boolean;
};

const AUTHENTICATE = statement<KeyRow>(`
  select key.id, key.organization_id as "organizationId", key.user_id as "userId",
    key.role as "keyRole", membership.role as "memberRole", account.platform_administrator as "madeByAdministrator",
    key.platform_administrator and account.platform_administrator as "platformAdministrator",
    key.last_used_at is null or key.last_used_at < now() - interval '1 minute' as "useIsDue"
  from api_keys key
  join users account on account.id = key.user_id
  left join memberships membership
    on membership.organization_id = key.organization_id and membership.user_id = key.user_id
  where key.key_hash = $1 and key.revoked_at is null and (key.expires_at is null or key.expires_at > now())`);

const authenticate = (run: Run): ApiKeys['authenticate'] => {
  const recordUse = openUseRecorder(run);
  return async (secretHash) => {
    const [key] = await run(AUTHENTICATE, [secretHash]);
    const role = key && roleOf(key);
    if (!role) return undefined;
    if (key.useIsDue) recordUse(key.id);
    return principalOf(key, role);
  };
};

/** The role of a key: at most the current role of its creator. A platform administrator has every right everywhere. */
const roleOf = (key: KeyRow): Role | undefined => {
  if (key.platformAdministrator) return 'owner';
  const ownRole = key.madeByAdministrator ? 'owner' : key.memberRole;
  return ownRole ? weakerRole(key.keyRole, ownRole) : undefined;
};

const principalOf = (key: KeyRow, role: Role): Principal => ({
  userId: key.userId,
  credentialId: key.id,
  apiKey: key.id,
  organizationId: key.organizationId,
  roles: new Map([[key.organizationId, role]]),
  platformAdministrator: key.platformAdministrator,
});

const API_KEY_COLUMNS = `id, organization_id as "organizationId", user_id as "userId", name, role,
  created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`;

const CREATE = statement<ApiKey>(`
  insert into api_keys (id, organization_id, user_id, name, role, expires_at, key_hash)
  select $1, $2, $3, $4, $5, $6, $7 where ${credentialIsValid('$8')}
  returning ${API_KEY_COLUMNS}`);

const create =
  ({ transaction }: Database): ApiKeys['create'] =>
  ({ organizationId, userId, name, role, expiresAt, secretHash }, madeWith) =>
    transaction(async (run) => {
      await run(LOCK_USER, [userId]);
      const values = [uuidv7(), organizationId, userId, name, role, expiresAt, secretHash, madeWith ?? null];
      return (await run(CREATE, values))[0];
    });

const LIST = statement<Listed<ApiKey>>(`
  with valid as (select * from api_keys where organization_id = $1 and revoked_at is null)
  select counted.total, key.*
  from (select count(*) as total from valid) counted
  left join (
    select ${API_KEY_COLUMNS} from valid order by created_at desc, id desc limit $2 offset $3
  ) key on true
  order by key."createdAt" desc, key.id desc`);

const list =
  (run: Run): ApiKeys['list'] =>
  async (id, { limit, offset }) =>
    pageOf<ApiKey>(await run(LIST, [id, limit, offset]));

const REVOKE = statement<{ id: string }>(`
  with revoked as (
    update api_keys set revoked_at = now()
    where organization_id = $1 and id = $2 and revoked_at is null
    returning *
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $3::uuid, 'key.revoke', id, jsonb_build_object('name', name) from revoked
  returning id`);

const revoke =
  (run: Run): ApiKeys['revoke'] =>
  async (id, key, by) =>
    (await run(REVOKE, [id, key, by ?? null])).length > 0;

export const apiKeysIn = (database: Database): ApiKeys => ({
  create: create(database),
  list: list(database.run),
  revoke: revoke(database.run),
  authenticate: authenticate(database.run),
});
