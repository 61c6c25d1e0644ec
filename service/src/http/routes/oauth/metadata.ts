import { DEVICE_CODE_GRANT, REFRESH_TOKEN_GRANT, SCOPES } from '../../../domain/people/oauth.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';

export const readOAuthMetadata = route({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  versions: [],
  action: 'public',
  summary: 'Returns the endpoints of the authorization server (RFC 8414).',
  schema: { response: { 200: Type.Object({ issuer: Type.String() }, { additionalProperties: true }) } },
  handler: async (ports, _request, reply) => {
    const issuer = ports.publicUrl();
    reply.header('cache-control', 'public, max-age=300');
    return {
      issuer,
      device_authorization_endpoint: `${issuer}/oauth/device/code`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      jwks_uri: `${issuer}/oauth/jwks`,
      grant_types_supported: [DEVICE_CODE_GRANT, REFRESH_TOKEN_GRANT],
      response_types_supported: [],
      scopes_supported: SCOPES,
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
    };
  },
});
