import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';

export const readJwks = route({
  method: 'GET',
  path: '/oauth/jwks',
  aliases: ['/.well-known/jwks.json'],
  versions: [],
  action: 'public',
  summary: 'Returns the public keys that verify access tokens.',
  schema: {
    response: {
      200: Type.Object({
        keys: Type.Array(Type.Object({ kid: Type.String() }, { additionalProperties: true })),
      }),
    },
  },
  handler: async (ports, _request, reply) => {
    reply.header('cache-control', 'public, max-age=60');
    return { keys: await ports.keyring.publicKeys() };
  },
});
