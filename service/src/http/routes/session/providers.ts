import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';

export const listProviders = route({
  method: 'GET',
  path: '/session/providers',
  versions: ['v1'],
  action: 'public',
  summary: 'Lists the external providers through which people can sign in.',
  schema: {
    response: {
      200: Type.Object({ providers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
    },
  },
  handler: async (ports) => ({ providers: ports.externalSignIn ? [ports.externalSignIn.provider] : [] }),
});
