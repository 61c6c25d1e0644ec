import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { nullable, OrganizationParams, PlainQuery } from '../../server/schemas.ts';

const MAX_REQUESTS = 100_000_000;
const LimitsSchema = Type.Object({
  requestsPerMinute: nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_REQUESTS,
      expects: `a whole number from 1 to ${MAX_REQUESTS}, or null for the default of the service`,
      description:
        'Maximum number of requests a minute for each credential of the organization; null: the default of the service',
    }),
  ),
  belowCost: Type.Boolean({
    description:
      'Whether workflows may have an executionPrice below the base price plus the prices of their components',
  }),
});

const common = {
  path: '/organization/:id/limits',
  versions: ['v1'],
  organizationInPath: true,
} as const;

export const readLimits = route({
  ...common,
  method: 'GET',
  action: 'organization.read',
  summary: "Returns the organization's own limits; null where the default of the service applies.",
  schema: { params: OrganizationParams, querystring: PlainQuery, response: { 200: LimitsSchema } },
  handler: async (ports, { caller }) => ports.organizations.limits(caller.organizationId),
});

export const changeLimits = route({
  ...common,
  method: 'PUT',
  action: { platform: 'organization.limit' },
  summary:
    "Changes the organization's own limits, within seconds. Limits that are left out stay as they are.",
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: Type.Partial(LimitsSchema),
    response: { 200: LimitsSchema },
  },
  example: { requestsPerMinute: 6000 },
  handler: async (ports, { caller, body }) => {
    await ports.organizations.changeLimits(caller.organizationId, body, caller.principal.userId);
    return ports.organizations.limits(caller.organizationId);
  },
});
