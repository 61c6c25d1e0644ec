import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { PlainQuery, textSchema } from '../../server/schemas.ts';
import { currentSession, SessionSchema } from '../session/record.ts';

export const updateAccount = route({
  method: 'PUT',
  path: '/account',
  versions: ['v1'],
  action: 'person',
  summary: 'Changes the name of the person who is signed in.',
  schema: {
    querystring: PlainQuery,
    body: Type.Object({ name: textSchema(1, 200, { description: 'The new name of the person' }) }),
    response: { 200: SessionSchema },
  },
  example: { name: 'Kim' },
  handler: async (ports, request, reply) => {
    await ports.users.rename(request.caller.principal.userId, request.body.name);
    return currentSession(ports, request, reply);
  },
});
