import { RETENTION_KINDS, rulesInForce } from '../../../domain/retention.ts';
import { defaultRules } from '../../../operations/retention/default-rules.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { nullable, OrganizationParams, PlainQuery } from '../../server/schemas.ts';

const amount = { count: Type.Integer(), bytes: Type.Integer() };

const KindSchema = Type.Object({
  ...amount,
  days: nullable(
    Type.Integer({ description: 'After how many days data of this kind is deleted; null: never' }),
  ),
  upcoming: Type.Array(Type.Object({ date: Type.String({ format: 'date' }), ...amount }), {
    description:
      'What will be deleted on each of the next 31 days, by date in UTC. Data that a batch on hold or an unfinished execution needs is not deleted.',
  }),
});

export const readStorage = route({
  method: 'GET',
  path: '/organization/:id/storage',
  versions: ['v1'],
  organizationInPath: true,
  action: 'storage.read',
  summary: 'Returns how much data the organization has, by kind, and what will be deleted when.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    response: {
      200: Type.Object({
        ...Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, KindSchema])),
        deleted: Type.Object(amount, {
          description:
            'Images that were deleted within the last day; their files are removed a day after the deletion',
        }),
      }),
    },
  },
  handler: async (ports, { caller: { organizationId } }) => {
    const inForce = rulesInForce(await ports.retention.rules(organizationId), defaultRules(ports.config));
    const { kinds, deleted } = await ports.retention.storage(organizationId, inForce);
    const shown = RETENTION_KINDS.map((kind) => [kind, { ...kinds[kind], days: inForce[kind] }]);
    return { ...Object.fromEntries(shown), deleted };
  },
});
