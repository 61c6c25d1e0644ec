import { createHmac } from 'node:crypto';
import { secretHash } from '../../domain/people/secret-hash.ts';
import type { Organizations } from '../../ports/people/organizations.ts';
import type { Sessions, Users } from '../../ports/people/people.ts';

type Ports = { users: Users; sessions: Sessions; organizations: Organizations; publicUrl(): string };

/**
 * Describes the signed-in user to the console, from the current state of the database. Undefined when the session has ended
 * or its user belongs to no organization any more.
 */
export const describeSession = async (
  { users, sessions, organizations, publicUrl }: Ports,
  token: string,
) => {
  const key = secretHash(token).toString('hex');
  const principal = (await sessions.principals([key])).get(key);
  if (!principal) return undefined;
  const [account, own] = await Promise.all([
    users.find(principal.userId),
    users.organizations(principal.userId),
  ]);
  const { id, email, name, platformAdministrator } = account!;
  return {
    user: { id, email, name, platformAdministrator },
    organization:
      own.find((one) => one.id === principal.organizationId) ??
      (await asAdministrator(organizations, principal.organizationId)),
    organizations: own,
    csrfToken: csrfToken(token),
    publicUrl: publicUrl(),
  };
};

/** The organization of a platform administrator who is not a member of it. */
const asAdministrator = async (organizations: Organizations, id: Parameters<Organizations['find']>[0]) => {
  const { name } = (await organizations.find(id))!;
  return { id, name, role: 'owner' as const };
};

/**
 * The CSRF token of a session, which the service gives only to the console. It is derived from the session
 * cookie. No page can read that cookie, so other pages cannot compute the token.
 */
export const csrfToken = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('csrf').digest('base64url');
