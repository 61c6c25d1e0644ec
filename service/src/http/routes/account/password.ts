import { changePassword } from '../../../operations/people/change-password.ts';
import { Type } from '../../../schema/typebox.ts';
import { callerAddress } from '../../requests/caller-address.ts';
import { route } from '../../server/route.ts';
import { NewPasswordSchema, PasswordSchema, PlainQuery, RevokeApiKeysSchema } from '../../server/schemas.ts';

export const updatePassword = route({
  method: 'PUT',
  path: '/account/password',
  versions: ['v1'],
  action: 'person',
  summary:
    'Changes the password. Ends all other sessions and connected apps of the person, and revokes the API keys on request.',
  schema: {
    querystring: PlainQuery,
    body: Type.Object({
      currentPassword: PasswordSchema,
      newPassword: NewPasswordSchema,
      revokeApiKeys: RevokeApiKeysSchema,
    }),
  },
  example: { currentPassword: 'chalk lamp orchard', newPassword: 'orchard lamp chalk' },
  status: 204,
  handler: async (ports, request, reply) => {
    const { userId, session } = request.caller.principal;
    const caller = { userId, session: session!, address: callerAddress(request) };
    await changePassword(ports, caller, request.body);
    ports.forgetRights(userId);
    return reply.send();
  },
});
