import { findDevice } from '../../../operations/oauth/decide-device.ts';
import { Type } from '../../../schema/typebox.ts';
import { callerAddress } from '../../requests/caller-address.ts';
import { route } from '../../server/route.ts';
import { PlainQuery, TimestampSchema, UserCodeParams } from '../../server/schemas.ts';

export const readDevice = route({
  method: 'GET',
  path: '/device/:userCode',
  versions: ['v1'],
  action: 'person',
  summary:
    'Returns the app that asks to be connected with this code, with the address and time of its request.',
  schema: {
    params: UserCodeParams,
    querystring: PlainQuery,
    response: {
      200: Type.Object({
        userCode: Type.String(),
        clientId: Type.String(),
        clientName: Type.String(),
        requestedFrom: Type.String(),
        requestedAt: TimestampSchema,
        expiresAt: TimestampSchema,
      }),
    },
  },
  handler: async (ports, request, reply) => {
    const person = { userId: request.caller.principal.userId, address: callerAddress(request) };
    const { requestedAt, expiresAt, ...device } = await findDevice(ports, person, request.params.userCode);
    reply.header('cache-control', 'no-store');
    return { ...device, requestedAt: requestedAt.toISOString(), expiresAt: expiresAt.toISOString() };
  },
});
