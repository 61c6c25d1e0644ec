import { LRUCache } from 'lru-cache';
import { isUuid, type OrganizationId } from '../domain/ids.ts';
import type { Principal } from '../domain/principal.ts';
import type { Role } from '../domain/rights.ts';
import type { Organizations } from '../ports/organizations.ts';

export type RoleIn = (principal: Principal, organization: string) => Promise<Role | undefined>;

const MAX_REMEMBERED = 10_000;

/** The caller's role in an organization; undefined when it is not the caller's, malformed, or does not exist. */
export const roleInOrganization = (organizations: Organizations): RoleIn => {
  // Organizations are never deleted, so that one that exists can be remembered.
  const existing = new LRUCache<OrganizationId, true>({ max: MAX_REMEMBERED });

  return async (principal, organization) => {
    const id = organization as OrganizationId;
    const role = principal.roles.get(id);
    if (!principal.platformAdministrator) return role;
    if (role || existing.has(id)) return 'owner';
    if (!isUuid(organization) || !(await organizations.exists(id))) return undefined;
    existing.set(id, true);
    return 'owner';
  };
};
