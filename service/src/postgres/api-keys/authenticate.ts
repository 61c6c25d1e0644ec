import type { ApiKeyId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Role } from '../../domain/rights.ts';
import { weakerRole } from '../../domain/weaker-role.ts';
import type { ApiKeys } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';
import { touch } from './touch.ts';

type KeyRow = {
  id: ApiKeyId;
  organizationId: OrganizationId;
  userId: UserId;
  keyRole: Role;
  /** Null for someone who is not, or no longer, a member. */
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

export const authenticate = (run: Run): ApiKeys['authenticate'] => {
  const noteUse = touch(run);
  return async (secretHash) => {
    const [key] = await run(AUTHENTICATE, [secretHash]);
    const role = key && roleOf(key);
    if (!role) return undefined;
    if (key.useIsDue) noteUse(key.id);
    return principalOf(key, role);
  };
};

/** A key may do no more than the person who made it may do now; an administrator may everything in every organization. */
const roleOf = (key: KeyRow): Role | undefined => {
  if (key.platformAdministrator) return 'owner';
  const ownRole = key.madeByAdministrator ? 'owner' : key.memberRole;
  return ownRole ? weakerRole(key.keyRole, ownRole) : undefined;
};

const principalOf = (key: KeyRow, role: Role): Principal => ({
  userId: key.userId,
  credentialId: key.id,
  organizationId: key.organizationId,
  roles: new Map([[key.organizationId, role]]),
  platformAdministrator: key.platformAdministrator,
});
