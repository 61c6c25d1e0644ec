import { notFound } from '../../../domain/errors.ts';
import { route } from '../../server/route.ts';
import { OAuthClientParams, PlainQuery } from '../../server/schemas.ts';

export const deleteOAuthClient = route({
  method: 'DELETE',
  path: '/oauth-client/:clientId',
  versions: ['v1'],
  action: { platform: 'oauth-client.manage' },
  summary: 'Removes a registered app and ends its connections.',
  schema: { params: OAuthClientParams, querystring: PlainQuery },
  status: 204,
  handler: async (ports, request, reply) => {
    const { organizationId, principal } = request.caller;
    const by = { organizationId, userId: principal.userId };
    if (!(await ports.oauthClients.remove(request.params.clientId, by)))
      throw notFound('A registered client with this id');
    return reply.send();
  },
});
