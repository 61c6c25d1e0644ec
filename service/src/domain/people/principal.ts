import type { OrganizationId, SessionId, UserId } from '../ids.ts';
import type { Role } from './rights.ts';

/** Who is calling. Rights are read from the database, never from a token. */
export type Principal = {
  userId: UserId;
  /** What is counted against the rate limit together with the organization. */
  credentialId: string;
  /** The credential's own organization, meant when a call names none. */
  organizationId: OrganizationId;
  /** The role in each organization that this credential may act for. */
  roles: ReadonlyMap<OrganizationId, Role>;
  platformAdministrator: boolean;
  /** Only when a person is calling from the console. */
  session?: SessionId;
};
