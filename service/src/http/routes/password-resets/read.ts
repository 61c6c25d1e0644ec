import { Refusal } from '../../../domain/errors.ts';
import { secretHash } from '../../../domain/people/secret-hash.ts';
import { route } from '../../server/route.ts';
import { TokenParams } from '../../server/schemas.ts';

export const readPasswordReset = route({
  method: 'GET',
  path: '/password-reset/:token',
  versions: ['v1'],
  action: 'public',
  summary: 'Returns 204 when a password reset link is still valid, or 404.',
  schema: { params: TokenParams },
  status: 204,
  handler: async (ports, request, reply) => {
    if (!(await ports.passwordResets.isValid(secretHash(request.params.token))))
      throw new Refusal(
        'not_found',
        'This link does not exist, was used already or has expired. Ask for a new one.',
      );
    return reply.header('cache-control', 'no-store').send();
  },
});
