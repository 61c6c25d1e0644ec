import { Type } from '../../../schema/typebox.ts';
import { clearSessionCookie } from '../../authentication/session-cookie.ts';
import { route } from '../../server/route.ts';
import { queryWith } from '../../server/schemas.ts';

export const endSession = route({
  method: 'DELETE',
  path: '/session',
  versions: ['v1'],
  action: 'person',
  summary: 'Signs out of the console; with everywhere=true, in every browser.',
  schema: {
    querystring: queryWith({
      everywhere: Type.Optional(Type.Boolean({ description: 'Sign out in every browser' })),
    }),
  },
  status: 204,
  handler: async (ports, request, reply) => {
    const { userId, session } = request.caller.principal;
    if (request.query.everywhere) await ports.sessions.endAll(userId);
    else await ports.sessions.end(session!);
    ports.forgetRights(userId);
    clearSessionCookie(reply, ports.publicUrl());
    return reply.send();
  },
});
