import { notFound } from '../../../domain/errors.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { OrganizationParams, PlainQuery } from '../../server/schemas.ts';

export const readWebhookSecret = route({
  method: 'GET',
  path: '/organization/:id/webhook-secret',
  versions: ['v1'],
  action: 'webhook-secret.read',
  organizationInPath: true,
  summary: 'Returns the secret that signs the webhook calls of the organization.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    response: { 200: Type.Object({ secret: Type.String() }) },
  },
  handler: async (world, request, reply) => {
    const secret = await world.organizations.webhookSecret(request.caller.organizationId);
    if (secret === undefined) throw notFound('The organization');
    reply.header('cache-control', 'no-store');
    return { secret };
  },
});
