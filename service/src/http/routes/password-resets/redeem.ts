import { redeemPasswordReset as redeem } from '../../../operations/people/reset-password.ts';
import { Type } from '../../../schema/typebox.ts';
import { refuseCrossOrigin } from '../../authentication/same-origin.ts';
import { callerAddress } from '../../requests/caller-address.ts';
import { route } from '../../server/route.ts';
import { NewPasswordSchema, RevokeApiKeysSchema, TokenParams } from '../../server/schemas.ts';

export const redeemPasswordReset = route({
  method: 'POST',
  path: '/password-reset/:token',
  versions: ['v1'],
  action: 'public',
  summary:
    'Sets a new password. Ends all sessions and connected apps of the person; revokes the API keys on request, or if another person created the link.',
  schema: {
    params: TokenParams,
    body: Type.Object({ password: NewPasswordSchema, revokeApiKeys: RevokeApiKeysSchema }),
  },
  example: { password: 'orchard lamp chalk' },
  status: 204,
  handler: async (ports, request, reply) => {
    refuseCrossOrigin(request, ports.publicUrl());
    const userId = await redeem(ports, request.params.token, {
      ...request.body,
      address: callerAddress(request),
    });
    ports.forgetRights(userId);
    return reply.header('cache-control', 'no-store').send();
  },
});
