import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { nullable, OrganizationParams, PlainQuery } from '../../server/schemas.ts';

const MAX_CREDITS = 1_000_000_000_000;

const SettingsSchema = Type.Object({
  reuseResults: Type.Boolean({
    description: 'Whether an execution with the same images and the same steps reuses the earlier result',
  }),
  autoResume: Type.Boolean({
    description:
      'Whether PAYMENT_REQUIRED executions resume automatically when credits are added. Applies to executions that are created after this was switched on',
  }),
  creditsLowAt: nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_CREDITS,
      description: 'The event credits.low is sent when the available credits fall below this; null: never',
      expects: `a whole number from 1 to ${MAX_CREDITS}, or null`,
    }),
  ),
});

const common = {
  path: '/organization/:id/settings',
  versions: ['v1'],
  organizationInPath: true,
} as const;

export const readSettings = route({
  ...common,
  method: 'GET',
  action: 'organization.read',
  summary: 'Returns the settings of the organization for its executions.',
  schema: { params: OrganizationParams, querystring: PlainQuery, response: { 200: SettingsSchema } },
  handler: async (world, { caller }) => world.organizations.settings(caller.organizationId),
});

export const changeSettings = route({
  ...common,
  method: 'PUT',
  action: 'organization.configure',
  summary: 'Changes settings of the organization. Settings that are left out stay as they are.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: Type.Partial(SettingsSchema),
    response: { 200: SettingsSchema },
  },
  example: { autoResume: true, creditsLowAt: 500 },
  handler: async (world, { caller, body: { reuseResults, autoResume, creditsLowAt } }) => {
    // Unknown fields of the body are left out, because the change is stored in the audit log.
    const change = {
      ...(reuseResults !== undefined && { reuseResults }),
      ...(autoResume !== undefined && { autoResume }),
      ...(creditsLowAt !== undefined && { creditsLowAt }),
    };
    await world.organizations.changeSettings(caller.organizationId, change, caller.principal.userId);
    return world.organizations.settings(caller.organizationId);
  },
});
