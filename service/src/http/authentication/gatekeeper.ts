import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Refusal } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import { may } from '../../domain/people/rights.ts';
import { callerAddress } from '../requests/caller-address.ts';
import type { ApiPorts } from '../server/api-ports.ts';
import type { RateLimit } from '../server/rate-limit.ts';
import type { Access, Caller, Route } from '../server/route.ts';
import { type Authenticated, apiKeyAuthenticator, firstOf } from './authenticate.ts';
import { roleInOrganization } from './role-in-organization.ts';

type Admission = Pick<Route, 'action' | 'organizationInPath' | 'exempt' | 'costly'>;
type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
export type Admit = (admission: Admission) => Hook;

type Gatekeeper = {
  /** Admits a call, or refuses it before its body is read: with 429, 401 or 403, in this order. */
  admit: Admit;
  /**
   * Refuses a call in progress when its credential was revoked or has lost the right to make it. A call does not end when
   * its access token expires.
   */
  recheckAccess(request: FastifyRequest): Promise<void>;
};

/** Authenticates callers, counts their calls, and checks that they may use a route. */
export const gatekeeper = (ports: ApiPorts, limit: RateLimit): Gatekeeper => {
  const authenticate = firstOf([...ports.authenticators, apiKeyAuthenticator(ports.apiKeys)]);
  const roleIn = roleInOrganization(ports.organizations);

  const admitAnyone: Hook = async (request, reply) => {
    const principal = await authenticate(request).catch(() => undefined);
    if (principal) await limit.authenticated(reply, principal.organizationId, principal.credentialId);
    else limit.anonymous(reply, callerAddress(request));
  };

  const identify = async (request: FastifyRequest, reply: FastifyReply): Promise<Authenticated> => {
    const principal = await authenticate(request).catch((error) => {
      limit.headersOnly(reply, callerAddress(request));
      throw error;
    });
    if (principal) return principal;
    limit.anonymous(reply, callerAddress(request));
    throw new Refusal('unauthorized', 'Send a valid credential as "Authorization: Bearer <credential>".');
  };

  const actFor = async (
    principal: Authenticated,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Caller> => {
    const { organization } = request.query as { organization?: string };
    const organizationId = (organization ?? principal.organizationId) as OrganizationId;
    const role = await roleIn(principal, organizationId);
    await limit.authenticated(
      reply,
      role ? organizationId : principal.organizationId,
      principal.credentialId,
    );
    if (!role) throw notForOrganization();
    return { principal, organizationId, role };
  };

  const actForOrganizationInPath = async (caller: Caller, request: FastifyRequest): Promise<Caller> => {
    const organizationId = (request.params as { id: OrganizationId }).id;
    const role = await roleIn(caller.principal, organizationId);
    if (!role) throw notFound('The organization');
    return { ...caller, organizationId, role };
  };

  const admit: Admit = ({ action, organizationInPath, exempt, costly }) => {
    if (exempt) return async () => {};
    if (action === 'public') return admitAnyone;
    return async (request, reply) => {
      const principal = await identify(request, reply);
      const caller = await actFor(principal, request, reply);
      const acting = organizationInPath ? await actForOrganizationInPath(caller, request) : caller;
      checkAccess(acting, action);
      if (costly) limit.costly(reply, acting.organizationId);
      (request as WithCaller).caller = acting;
    };
  };

  const recheckAccess = async (request: FastifyRequest): Promise<void> => {
    const { caller } = request as WithCaller;
    const action = request.routeOptions.config.declaration?.action;
    // A call to a public route has no caller whose access could be checked.
    if (!caller || !action || action === 'public') return;
    const principal = await caller.principal.recheck();
    if (!principal)
      throw new Refusal(
        'unauthorized',
        'This credential was revoked or has expired. Sign in again, or send another credential.',
      );
    const role = await roleIn(principal, caller.organizationId);
    if (!role) throw notForOrganization();
    checkAccess({ principal, organizationId: caller.organizationId, role }, action);
  };

  return { admit, recheckAccess };
};

type WithCaller = { caller?: Caller };

const notForOrganization = () =>
  new Refusal(
    'forbidden',
    'This credential may not act for the given organization. Check the parameter organization.',
  );

const checkAccess = ({ principal, role }: Caller, action: Exclude<Access, 'public'>): void => {
  if (action === 'person') {
    if (principal.session) return;
    throw new Refusal(
      'forbidden',
      'API keys and connected apps may not do this. Sign in to the console and do it there.',
    );
  }
  const allowed = typeof action === 'string' ? may(role, action) : principal.platformAdministrator;
  if (!allowed)
    throw new Refusal(
      'forbidden',
      typeof action === 'string'
        ? `The role ${role} may not do this. Ask an owner or admin of the organization.`
        : 'Only a platform administrator may do this. Ask one.',
    );
};
