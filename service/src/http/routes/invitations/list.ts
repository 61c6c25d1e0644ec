import { route } from '../../server/route.ts';
import { listSchema, OrganizationParams, PageQuery } from '../../server/schemas.ts';
import { InvitationSchema, invitationRecord } from './record.ts';

export const listInvitations = route({
  method: 'GET',
  path: '/organization/:id/invitations',
  versions: ['v1'],
  action: 'invitation.manage',
  organizationInPath: true,
  summary: 'Lists the pending invitations, without their links.',
  schema: {
    params: OrganizationParams,
    querystring: PageQuery,
    response: { 200: listSchema(InvitationSchema) },
  },
  handler: async (ports, request) => {
    const { entries, total } = await ports.invitations.list(request.caller.organizationId, request.query);
    return { entries: entries.map(invitationRecord), total };
  },
});
