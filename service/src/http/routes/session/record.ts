import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/errors.ts';
import type { OrganizationId, UserId } from '../../../domain/ids.ts';
import { ROLES } from '../../../domain/people/rights.ts';
import { beginSession, noOrganization } from '../../../operations/people/begin-session.ts';
import { describeSession } from '../../../operations/people/describe-session.ts';
import { Type } from '../../../schema/typebox.ts';
import { sessionToken, setSessionCookie } from '../../authentication/session-cookie.ts';
import { callerAddress } from '../../requests/caller-address.ts';
import type { ApiPorts } from '../../server/api-ports.ts';
import { idSchema } from '../../server/schemas.ts';

const OrganizationOfUserSchema = Type.Object({
  id: idSchema<OrganizationId>('The organization'),
  name: Type.String(),
  role: Type.Enum([...ROLES]),
});

export const SessionSchema = Type.Object({
  user: Type.Object({
    id: idSchema<UserId>('The user'),
    email: Type.String(),
    name: Type.String(),
    platformAdministrator: Type.Boolean(),
  }),
  organization: OrganizationOfUserSchema,
  organizations: Type.Array(OrganizationOfUserSchema),
  csrfToken: Type.String(),
  publicUrl: Type.String(),
});

/** Signs in a person whose identity is proved: starts a session, sets its cookie and returns the session record. */
export const openSession = async (
  ports: ApiPorts,
  user: { id: UserId; passwordHash?: string },
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const url = ports.publicUrl();
  const browser = { address: callerAddress(request), previousToken: sessionToken(request, url) };
  const token = await beginSession(ports, user, browser);
  const session = await describeSession(ports, token);
  if (!session) throw noOrganization();
  setSessionCookie(reply, url, token, ports.sessionLifetimeSeconds);
  reply.header('cache-control', 'no-store');
  return session;
};

/**
 * Returns the record of the request's session, read again from the database, because the session may have ended since
 * the request was admitted.
 */
export const currentSession = async (ports: ApiPorts, request: FastifyRequest, reply: FastifyReply) => {
  reply.header('cache-control', 'no-store');
  const session = await describeSession(ports, sessionToken(request, ports.publicUrl())!);
  if (!session) throw new Refusal('unauthorized', 'Your session has ended. Sign in again.');
  return session;
};
