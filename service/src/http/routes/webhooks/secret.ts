import { notFound } from '../../../domain/errors.ts';
import type { WebhookSecret } from '../../../ports/webhooks.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { nullable, OrganizationParams, PlainQuery, TimestampSchema } from '../../server/schemas.ts';

const SecretSchema = Type.Object({
  secret: Type.String(),
  previousValidUntil: nullable({
    ...TimestampSchema,
    description: 'Until this time, messages also carry a signature with the previous secret',
  }),
});

const MAX_OVERLAP_HOURS = 720;
const DEFAULT_OVERLAP_HOURS = 24;

export const readWebhookSecret = route({
  method: 'GET',
  path: '/organization/:id/webhook-secret',
  versions: ['v1'],
  action: 'webhook-secret.read',
  organizationInPath: true,
  summary: 'Returns the secret that signs the webhook messages of the organization.',
  schema: { params: OrganizationParams, querystring: PlainQuery, response: { 200: SecretSchema } },
  handler: async (ports, { caller }, reply) => {
    reply.header('cache-control', 'no-store');
    return secretRecord(await ports.organizations.webhookSecret(caller.organizationId));
  },
});

export const rotateWebhookSecret = route({
  method: 'POST',
  path: '/organization/:id/webhook-secret/rotate',
  versions: ['v1'],
  action: 'webhook.manage',
  organizationInPath: true,
  summary:
    'Replaces the signing secret. During the overlap, messages are also signed with the previous secret.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: nullable(
      Type.Object({
        overlapHours: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: MAX_OVERLAP_HOURS,
            expects: `a number of hours from 0 to ${MAX_OVERLAP_HOURS}`,
            description: `Default: ${DEFAULT_OVERLAP_HOURS}. With 0 the previous secret is invalid at once.`,
          }),
        ),
      }),
    ),
    response: { 200: SecretSchema },
  },
  example: { overlapHours: 48 },
  handler: async (ports, { caller, body }, reply) => {
    reply.header('cache-control', 'no-store');
    const overlapHours = body?.overlapHours ?? DEFAULT_OVERLAP_HOURS;
    const { organizationId, principal } = caller;
    return secretRecord(
      await ports.organizations.rotateWebhookSecret(organizationId, overlapHours, principal.userId),
    );
  },
});

const secretRecord = (found: WebhookSecret | undefined) => {
  if (!found) throw notFound('The organization');
  return { secret: found.secret, previousValidUntil: found.previousValidUntil?.toISOString() ?? null };
};
