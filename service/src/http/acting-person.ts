import type { OrganizationId, UserId } from '../domain/ids.ts';
import type { Role } from '../domain/rights.ts';
import type { Caller } from './route.ts';

export type ActingPerson = {
  organizationId: OrganizationId;
  userId: UserId;
  role: Role;
  platformAdministrator: boolean;
};

/** Who does it, in which organization and with what right. */
export const actingPerson = ({ principal, organizationId, role }: Caller): ActingPerson => ({
  organizationId,
  userId: principal.userId,
  role,
  platformAdministrator: principal.platformAdministrator,
});
