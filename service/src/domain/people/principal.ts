import type { ApiKeyId, OrganizationId, SessionId, UserId } from '../ids.ts';
import type { Role } from './rights.ts';

/** The authenticated caller. Rights are read from the database, never from a token. */
export type Principal = {
  userId: UserId;
  /** The credential of the call. The rate limit counts calls by credential and organization. */
  credentialId: string;
  /** The credential's own organization: the default for calls that name none. */
  organizationId: OrganizationId;
  /** The role in each organization that this credential may act for. */
  roles: ReadonlyMap<OrganizationId, Role>;
  platformAdministrator: boolean;
  /** Set only when the call comes with an API key. */
  apiKey?: ApiKeyId;
  /** Set only when the call comes from the console. */
  session?: SessionId;
};
