import { checkPassword } from '../../../operations/people/check-password.ts';
import { Type } from '../../../schema/typebox.ts';
import { refuseCrossOrigin } from '../../authentication/same-origin.ts';
import { callerAddress } from '../../requests/caller-address.ts';
import { route } from '../../server/route.ts';
import { PasswordSchema, textSchema } from '../../server/schemas.ts';
import { openSession, SessionSchema } from './record.ts';

export const createSession = route({
  method: 'POST',
  path: '/session',
  versions: ['v1'],
  action: 'public',
  summary: 'Signs a person in to the console.',
  schema: {
    body: Type.Object({
      email: textSchema(1, 320, { description: 'The e-mail address of the person' }),
      password: PasswordSchema,
    }),
    response: { 200: SessionSchema },
  },
  example: { email: 'kim@example.com', password: 'chalk lamp orchard' },
  handler: async (ports, request, reply) => {
    refuseCrossOrigin(request, ports.publicUrl());
    const { email, password } = request.body;
    const account = await checkPassword(ports, email.trim(), password, callerAddress(request));
    return openSession(ports, account, request, reply);
  },
});
