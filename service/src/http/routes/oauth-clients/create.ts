import { malformed, Refusal } from '../../../domain/errors.ts';
import { isClientId } from '../../../domain/people/oauth.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { PlainQuery, textSchema } from '../../server/schemas.ts';
import { OAuthClientSchema, oauthClientRecord } from './record.ts';

export const createOAuthClient = route({
  method: 'POST',
  path: '/oauth-client',
  versions: ['v1'],
  action: { platform: 'oauth-client.manage' },
  summary: 'Registers an app that may ask to be connected.',
  schema: {
    querystring: PlainQuery,
    body: Type.Object({
      clientId: textSchema(1, 255, { description: 'The id that the app sends' }),
      name: textSchema(1, 200, { description: 'The name that people see' }),
      rotateRefreshTokens: Type.Optional(
        Type.Boolean({ description: 'Whether each refresh token can be used once only. Default: false.' }),
      ),
    }),
    response: { 201: OAuthClientSchema },
  },
  example: { clientId: 'capture-tool', name: 'Capture tool' },
  status: 201,
  handler: async (ports, request) => {
    const { clientId, name, rotateRefreshTokens = false } = request.body;
    if (!isClientId(clientId)) throw malformed('The field clientId must be one line of text.');
    const { organizationId, principal } = request.caller;
    const client = await ports.oauthClients.register(
      { id: clientId, name, rotateRefreshTokens },
      { organizationId, userId: principal.userId },
    );
    if (!client)
      throw new Refusal('conflict', 'A client with this clientId exists already. Choose another one.');
    return oauthClientRecord(client);
  },
});
