import { removeMember } from '../../../operations/people/change-members.ts';
import { actingPerson } from '../../authentication/acting-person.ts';
import { route } from '../../server/route.ts';
import { MemberParams, PlainQuery } from '../../server/schemas.ts';

export const deleteMember = route({
  method: 'DELETE',
  path: '/organization/:id/members/:userId',
  versions: ['v1'],
  action: 'member.leave',
  organizationInPath: true,
  summary:
    'Removes a member. To leave, remove yourself, signed in to the console. The last owner cannot be removed.',
  schema: { params: MemberParams, querystring: PlainQuery },
  status: 204,
  handler: async (ports, request, reply) => {
    const { userId } = request.params;
    await removeMember(ports.members, actingPerson(request.caller), userId);
    ports.forgetRights(userId);
    return reply.send();
  },
});
