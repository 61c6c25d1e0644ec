import { requestDeviceCode } from '../../../operations/oauth/request-device-code.ts';
import { Type } from '../../../schema/typebox.ts';
import { FORM_TYPES, oauthParameters } from '../../requests/oauth-parameters.ts';
import { route } from '../../server/route.ts';

export const createDeviceCode = route({
  method: 'POST',
  path: '/oauth/device/code',
  versions: [],
  action: 'public',
  oauth: true,
  files: FORM_TYPES,
  summary: 'Starts the device flow (RFC 8628). Send client_id and scope as a form.',
  schema: {
    response: {
      200: Type.Object({
        device_code: Type.String(),
        user_code: Type.String(),
        verification_uri: Type.String(),
        verification_uri_complete: Type.String(),
        expires_in: Type.Integer(),
        interval: Type.Integer(),
      }),
    },
  },
  handler: async (ports, request, reply) => {
    const parameters = await oauthParameters(request);
    reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    return requestDeviceCode(ports, {
      clientId: parameters.require('client_id'),
      scope: parameters.get('scope'),
      address: request.ip,
    });
  },
});
