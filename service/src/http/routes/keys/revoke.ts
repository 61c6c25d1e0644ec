import { notFound } from '../../../domain/errors.ts';
import { route } from '../../server/route.ts';
import { KeyParams, PlainQuery } from '../../server/schemas.ts';

export const revokeKey = route({
  method: 'DELETE',
  path: '/organization/:id/keys/:keyId',
  versions: ['v1'],
  action: 'key.manage',
  organizationInPath: true,
  summary: 'Revokes an API key. It is refused within seconds.',
  schema: { params: KeyParams, querystring: PlainQuery },
  status: 204,
  handler: async (ports, request, reply) => {
    const { organizationId, principal } = request.caller;
    const revoked = await ports.apiKeys.revoke(organizationId, request.params.keyId, principal.userId);
    if (!revoked) throw notFound('The API key');
    return reply.send();
  },
});
