import type { GrantId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Role } from '../../domain/rights.ts';
import type { Grants } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

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

export const principals =
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
