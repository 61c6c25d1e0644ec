import { notFound } from '../../../domain/errors.ts';
import { may } from '../../../domain/people/rights.ts';
import { route } from '../../server/route.ts';
import { DeviceParams, PlainQuery } from '../../server/schemas.ts';

export const revokeDevice = route({
  method: 'DELETE',
  path: '/organization/:id/devices/:grantId',
  versions: ['v1'],
  action: 'device.own',
  organizationInPath: true,
  summary: 'Disconnects an app. Its calls are refused within seconds.',
  schema: { params: DeviceParams, querystring: PlainQuery },
  status: 204,
  handler: async (ports, request, reply) => {
    const { organizationId, principal, role } = request.caller;
    const onlyOf = may(role, 'device.manage') ? undefined : principal.userId;
    const { grantId } = request.params;
    if (!(await ports.grants.revokeIn(organizationId, onlyOf, grantId, principal.userId)))
      throw notFound('The connected app');
    return reply.send();
  },
});
