import { ROLES } from '../../../domain/people/rights.ts';
import { createKey } from '../../../operations/people/create-key.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { OrganizationParams, PlainQuery, textSchema } from '../../server/schemas.ts';
import { keyRecord, NewKeySchema } from './record.ts';

export const createApiKey = route({
  method: 'POST',
  path: '/organization/:id/keys',
  versions: ['v1'],
  action: 'key.manage',
  organizationInPath: true,
  summary: 'Creates an API key. Its secret is in this response and is never shown again.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: Type.Object({
      name: textSchema(1, 200, { description: 'A name that tells where the key is used' }),
      role: Type.Enum([...ROLES], { description: 'What calls with the key may do' }),
      expiresAt: Type.Optional(
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          format: 'date-time',
          description: 'When the key becomes invalid; null or missing: never',
          expects: 'a time such as 2027-01-31T12:00:00.000Z, or null',
        }),
      ),
    }),
    response: { 201: NewKeySchema },
  },
  example: { name: 'Shop import', role: 'operator' },
  status: 201,
  handler: async (ports, request, reply) => {
    const { organizationId, principal, role } = request.caller;
    const { expiresAt, ...wish } = request.body;
    const { key, secret } = await createKey(
      ports.apiKeys,
      { organizationId, userId: principal.userId, role, credentialId: principal.credentialId },
      { ...wish, expiresAt: expiresAt ? new Date(expiresAt) : null },
      new Date(),
    );
    reply.header('cache-control', 'no-store');
    return { ...keyRecord(key), key: secret };
  },
});
