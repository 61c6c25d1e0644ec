import { ROLES } from '../../../domain/people/rights.ts';
import { invite } from '../../../operations/people/invite.ts';
import { Type } from '../../../schema/typebox.ts';
import { actingPerson } from '../../authentication/acting-person.ts';
import { route } from '../../server/route.ts';
import { EmailSchema, OrganizationParams, PlainQuery } from '../../server/schemas.ts';
import { invitationRecord, NewInvitationSchema } from './record.ts';

export const createInvitation = route({
  method: 'POST',
  path: '/organization/:id/invitations',
  versions: ['v1'],
  action: 'invitation.manage',
  organizationInPath: true,
  summary: 'Invites a person. The link is in this response and is never shown again.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: Type.Object({
      email: EmailSchema,
      role: Type.Enum([...ROLES], { description: 'What the person may do' }),
    }),
    response: { 201: NewInvitationSchema },
  },
  example: { email: 'kim@example.com', role: 'operator' },
  status: 201,
  handler: async (ports, request, reply) => {
    const { url, ...invitation } = await invite(ports, actingPerson(request.caller), request.body);
    reply.header('cache-control', 'no-store');
    return { ...invitationRecord(invitation), url };
  },
});
