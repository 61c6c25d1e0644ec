import { revokeToken } from '../../../operations/oauth/revoke-token.ts';
import { FORM_TYPES, oauthParameters } from '../../requests/oauth-parameters.ts';
import { route } from '../../server/route.ts';

export const revokeOAuthToken = route({
  method: 'POST',
  path: '/oauth/revoke',
  versions: [],
  action: 'public',
  oauth: true,
  files: FORM_TYPES,
  summary:
    'Ends the connection of a refresh or access token (RFC 7009). Returns 200 for an unknown token as well.',
  schema: {},
  handler: async (ports, request, reply) => {
    const parameters = await oauthParameters(request);
    await revokeToken(ports, parameters.require('client_id'), parameters.require('token'));
    return reply.header('cache-control', 'no-store').send();
  },
});
