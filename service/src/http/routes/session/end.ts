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
  handler: async (world, request, reply) => {
    const { userId, session } = request.caller.principal;
    if (request.query.everywhere) await world.sessions.endAll(userId);
    else await world.sessions.end(session!);
    world.forgetRights(userId);
    clearSessionCookie(reply, world.publicUrl());
    return reply.send();
  },
});
