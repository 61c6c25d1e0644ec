import { ROLES } from '../../../domain/people/rights.ts';
import { changeRole } from '../../../operations/people/change-members.ts';
import { Type } from '../../../schema/typebox.ts';
import { actingPerson } from '../../authentication/acting-person.ts';
import { route } from '../../server/route.ts';
import { MemberParams, PlainQuery } from '../../server/schemas.ts';

export const changeMemberRole = route({
  method: 'PUT',
  path: '/organization/:id/members/:userId',
  versions: ['v1'],
  action: 'member.manage',
  organizationInPath: true,
  summary: 'Changes the role of a member. It takes effect within seconds.',
  schema: {
    params: MemberParams,
    querystring: PlainQuery,
    body: Type.Object({ role: Type.Enum([...ROLES], { description: 'What the person may do' }) }),
  },
  example: { role: 'operator' },
  status: 204,
  handler: async (ports, request, reply) => {
    const { userId } = request.params;
    await changeRole(ports.members, actingPerson(request.caller), userId, request.body.role);
    ports.forgetRights(userId);
    return reply.send();
  },
});
