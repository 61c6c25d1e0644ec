import { Refusal } from '../../../domain/errors.ts';
import type { OrganizationId } from '../../../domain/ids.ts';
import { confirmDevice } from '../../../operations/oauth/decide-device.ts';
import { Type } from '../../../schema/typebox.ts';
import { callerAddress } from '../../requests/caller-address.ts';
import { route } from '../../server/route.ts';
import { EXAMPLE_ID, idSchema, PlainQuery, UserCodeParams } from '../../server/schemas.ts';

export const confirmDeviceCode = route({
  method: 'POST',
  path: '/device/:userCode/confirm',
  versions: ['v1'],
  action: 'person',
  summary:
    'Connects the app that shows this code. It may then act for this person in the given organization.',
  schema: {
    params: UserCodeParams,
    querystring: PlainQuery,
    body: Type.Object({ organizationId: idSchema<OrganizationId>('The organization') }),
  },
  example: { organizationId: EXAMPLE_ID as OrganizationId },
  status: 204,
  handler: async (ports, request, reply) => {
    const { principal } = request.caller;
    const { organizationId } = request.body;
    const belongs =
      principal.roles.has(organizationId) ||
      (principal.platformAdministrator && (await ports.organizations.exists(organizationId)));
    if (!belongs)
      throw new Refusal(
        'forbidden',
        'You are not a member of the organization in the field organizationId. Choose one of your organizations.',
      );
    const { userId, session } = principal;
    const person = { userId, session, address: callerAddress(request) };
    await confirmDevice(ports, person, request.params.userCode, organizationId);
    return reply.send();
  },
});
