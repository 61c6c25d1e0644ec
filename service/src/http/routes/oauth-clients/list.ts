import { route } from '../../server/route.ts';
import { listSchema, PageQuery } from '../../server/schemas.ts';
import { OAuthClientSchema, oauthClientRecord } from './record.ts';

export const listOAuthClients = route({
  method: 'GET',
  path: '/oauth-client',
  versions: ['v1'],
  action: { platform: 'oauth-client.manage' },
  summary: 'Lists the apps that may ask to be connected.',
  schema: { querystring: PageQuery, response: { 200: listSchema(OAuthClientSchema) } },
  handler: async (ports, request) => {
    const { entries, total } = await ports.oauthClients.list(request.query);
    return { entries: entries.map(oauthClientRecord), total };
  },
});
