import { Refusal } from '../../../domain/errors.ts';
import type { OrganizationId } from '../../../domain/ids.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { EXAMPLE_ID, idSchema, PlainQuery } from '../../server/schemas.ts';
import { currentSession, SessionSchema } from './record.ts';

export const selectOrganization = route({
  method: 'PUT',
  path: '/session/organization',
  versions: ['v1'],
  action: 'person',
  summary: 'Selects the organization that the person works in.',
  schema: {
    querystring: PlainQuery,
    body: Type.Object({ organizationId: idSchema<OrganizationId>('The organization') }),
    response: { 200: SessionSchema },
  },
  example: { organizationId: EXAMPLE_ID as OrganizationId },
  handler: async (ports, request, reply) => {
    const { userId } = request.caller.principal;
    if (!(await ports.users.selectOrganization(userId, request.body.organizationId)))
      throw new Refusal(
        'forbidden',
        'You are not a member of the organization in the field organizationId. Ask one of its owners for an invitation.',
      );
    ports.forgetRights(userId);
    return currentSession(ports, request, reply);
  },
});
