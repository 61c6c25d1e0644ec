import { isUuid, type OrganizationId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { Role } from '../../domain/people/rights.ts';
import type { Organizations } from '../../ports/people/organizations.ts';

type RoleIn = (principal: Principal, organization: string) => Promise<Role | undefined>;

/** Finds the caller's role in an organization; undefined when there is none, or the id is malformed or unknown. */
export const roleInOrganization =
  (organizations: Organizations): RoleIn =>
  async ({ roles, platformAdministrator }, organization) => {
    const id = organization as OrganizationId;
    const role = roles.get(id);
    if (!platformAdministrator) return role;
    return role || (isUuid(organization) && (await organizations.exists(id))) ? 'owner' : undefined;
  };
