import { route } from '../../server/route.ts';
import { PlainQuery } from '../../server/schemas.ts';
import { currentSession, SessionSchema } from './record.ts';

export const readSession = route({
  method: 'GET',
  path: '/session',
  versions: ['v1'],
  action: 'person',
  summary: 'Returns the person who is signed in to the console and the selected organization.',
  schema: { querystring: PlainQuery, response: { 200: SessionSchema } },
  handler: (ports, request, reply) => currentSession(ports, request, reply),
});
