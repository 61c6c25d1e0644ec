import { denyDevice } from '../../../operations/oauth/decide-device.ts';
import { callerAddress } from '../../requests/caller-address.ts';
import { route } from '../../server/route.ts';
import { PlainQuery, UserCodeParams } from '../../server/schemas.ts';

export const denyDeviceCode = route({
  method: 'POST',
  path: '/device/:userCode/deny',
  versions: ['v1'],
  action: 'person',
  summary: 'Refuses to connect the app that shows this code.',
  schema: { params: UserCodeParams, querystring: PlainQuery },
  status: 204,
  handler: async (ports, request, reply) => {
    const person = { userId: request.caller.principal.userId, address: callerAddress(request) };
    await denyDevice(ports, person, request.params.userCode);
    return reply.send();
  },
});
