import type { OrganizationId, UserId } from '../../domain/ids.ts';
import type { Role } from '../../domain/people/rights.ts';
import type { Caller } from '../server/route.ts';

type ActingPerson = {
  organizationId: OrganizationId;
  userId: UserId;
  role: Role;
  platformAdministrator: boolean;
  /** True when the person is signed in to the console; false for an API key or a connected app. */
  signedIn: boolean;
};

/** Returns the person who makes a call, with the organization and the role. */
export const actingPerson = ({ principal, organizationId, role }: Caller): ActingPerson => ({
  organizationId,
  userId: principal.userId,
  role,
  platformAdministrator: principal.platformAdministrator,
  signedIn: principal.session !== undefined,
});
