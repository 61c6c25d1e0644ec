import { ROLES } from '../../../domain/people/rights.ts';
import { findInvitation } from '../../../operations/people/invite.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { TokenParams } from '../../server/schemas.ts';

export const readInvitation = route({
  method: 'GET',
  path: '/invitation/:token',
  versions: ['v1'],
  action: 'public',
  summary: 'Returns the organization, e-mail address and role of an invitation.',
  schema: {
    params: TokenParams,
    response: {
      200: Type.Object({
        organizationName: Type.String(),
        email: Type.String(),
        role: Type.Enum([...ROLES]),
        hasAccount: Type.Boolean(),
      }),
    },
  },
  handler: async (ports, request, reply) => {
    const { organizationName, email, role, hasAccount } = await findInvitation(ports, request.params.token);
    reply.header('cache-control', 'no-store');
    return { organizationName, email, role, hasAccount };
  },
});
