import { DEVICE_CODE_GRANT, OAuthRefusal, REFRESH_TOKEN_GRANT } from '../../../domain/people/oauth.ts';
import { redeemDeviceCode, refreshAccessToken } from '../../../operations/oauth/issue-tokens.ts';
import { Type } from '../../../schema/typebox.ts';
import { FORM_TYPES, oauthParameters } from '../../requests/oauth-parameters.ts';
import { route } from '../../server/route.ts';

export const createToken = route({
  method: 'POST',
  path: '/oauth/token',
  versions: [],
  action: 'public',
  oauth: true,
  files: FORM_TYPES,
  summary: 'Exchanges a device code or a refresh token for an access token.',
  schema: {
    response: {
      200: Type.Object({
        access_token: Type.String(),
        refresh_token: Type.Optional(Type.String()),
        scope: Type.String(),
        expires_in: Type.Integer(),
        token_type: Type.String(),
      }),
    },
  },
  handler: async (ports, request, reply) => {
    const parameters = await oauthParameters(request);
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    const grantType = parameters.require('grant_type');
    const clientId = parameters.require('client_id');
    if (grantType === DEVICE_CODE_GRANT)
      return redeemDeviceCode(ports, clientId, parameters.require('device_code'));
    if (grantType === REFRESH_TOKEN_GRANT)
      return refreshAccessToken(ports, clientId, parameters.require('refresh_token'));
    throw new OAuthRefusal(
      'unsupported_grant_type',
      `The parameter grant_type must be ${DEVICE_CODE_GRANT} or ${REFRESH_TOKEN_GRANT}.`,
    );
  },
});
