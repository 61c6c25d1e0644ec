import { createPasswordReset } from '../../../operations/people/reset-password.ts';
import { Type } from '../../../schema/typebox.ts';
import { actingPerson } from '../../authentication/acting-person.ts';
import { route } from '../../server/route.ts';
import { MemberParams, PlainQuery, TimestampSchema } from '../../server/schemas.ts';

export const resetMemberPassword = route({
  method: 'POST',
  path: '/organization/:id/members/:userId/password-reset',
  versions: ['v1'],
  action: 'password-reset.create',
  organizationInPath: true,
  summary: 'Creates a link with which a member sets a new password. The link is never shown again.',
  schema: {
    params: MemberParams,
    querystring: PlainQuery,
    response: { 201: Type.Object({ url: Type.String(), expiresAt: TimestampSchema }) },
  },
  status: 201,
  handler: async (ports, request, reply) => {
    reply.header('cache-control', 'no-store');
    const { url, expiresAt } = await createPasswordReset(
      ports,
      actingPerson(request.caller),
      request.params.userId,
    );
    return { url, expiresAt: expiresAt.toISOString() };
  },
});
