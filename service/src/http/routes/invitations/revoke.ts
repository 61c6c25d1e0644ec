import { notFound } from '../../../domain/errors.ts';
import { route } from '../../server/route.ts';
import { InvitationParams, PlainQuery } from '../../server/schemas.ts';

export const revokeInvitation = route({
  method: 'DELETE',
  path: '/organization/:id/invitations/:invitationId',
  versions: ['v1'],
  action: 'invitation.manage',
  organizationInPath: true,
  summary: 'Withdraws an invitation.',
  schema: { params: InvitationParams, querystring: PlainQuery },
  status: 204,
  handler: async (ports, request, reply) => {
    const { organizationId, principal } = request.caller;
    const { invitationId } = request.params;
    if (!(await ports.invitations.revoke(organizationId, invitationId, principal.userId)))
      throw notFound('The invitation');
    return reply.send();
  },
});
