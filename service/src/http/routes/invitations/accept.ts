import { acceptInvitation as accept } from '../../../operations/people/invite.ts';
import { Type } from '../../../schema/typebox.ts';
import { refuseCrossOrigin } from '../../authentication/same-origin.ts';
import { callerAddress } from '../../requests/caller-address.ts';
import { route } from '../../server/route.ts';
import { PasswordSchema, TokenParams, textSchema } from '../../server/schemas.ts';
import { openSession, SessionSchema } from '../session/record.ts';

export const acceptInvitation = route({
  method: 'POST',
  path: '/invitation/:token',
  versions: ['v1'],
  action: 'public',
  summary: 'Accepts an invitation and signs in, as a new user or with the password of the existing one.',
  schema: {
    params: TokenParams,
    body: Type.Object({
      name: Type.Optional(textSchema(1, 200, { description: 'The name of a new person' })),
      password: PasswordSchema,
    }),
    response: { 200: SessionSchema },
  },
  example: { name: 'Kim', password: 'chalk lamp orchard' },
  handler: async (ports, request, reply) => {
    refuseCrossOrigin(request, ports.publicUrl());
    const { name, password } = request.body;
    const acceptance = { name, password, address: callerAddress(request) };
    const account = await accept(ports, request.params.token, acceptance);
    ports.forgetRights(account.id);
    return openSession(ports, account, request, reply);
  },
});
