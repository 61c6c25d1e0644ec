import type { Config } from '../../../config.ts';
import { MAX_RETENTION_DAYS, RETENTION_KINDS, type RetentionRules } from '../../../domain/retention.ts';
import { defaultRules } from '../../../operations/retention/default-rules.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { nullable, OrganizationParams, PlainQuery } from '../../server/schemas.ts';
import type { World } from '../../server/world.ts';

const days = (what: string) =>
  nullable(
    Type.Integer({
      minimum: 0,
      maximum: MAX_RETENTION_DAYS,
      expects: `a whole number of days from 0 to ${MAX_RETENTION_DAYS}, or null`,
      description: `${what} 0: for ever. Null: the default of the platform.`,
    }),
  );

const RulesSchema = Type.Object({
  inputs: days('How many days an uploaded image is kept after its last use.'),
  results: days('How many days a result is kept after it was made or last used.'),
  traces: days(
    'How many days the trace of an execution, with the images of its steps, is kept after the execution ends.',
  ),
  webhooks: days('How many days a webhook message and its attempts are kept.'),
  auditLog: days('How many days an entry of the audit log is kept.'),
});
const ShownSchema = Type.Object({
  ...RulesSchema.properties,
  defaults: Type.Object(Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, Type.Integer()])), {
    description: 'The defaults of the platform in days; 0: for ever',
  }),
});

const common = { path: '/organization/:id/retention', versions: ['v1'], organizationInPath: true } as const;

const shown = async (
  { retention, config }: Pick<World, 'retention'> & { config: Config },
  id: Static<typeof OrganizationParams>['id'],
) => ({
  ...(await retention.rules(id)),
  defaults: defaultRules(config),
});

export const readRetentionRules = route({
  ...common,
  method: 'GET',
  action: 'organization.read',
  summary: 'Returns the retention rules of the organization: how many days each kind of data is kept.',
  schema: { params: OrganizationParams, querystring: PlainQuery, response: { 200: ShownSchema } },
  handler: (world, { caller }) => shown(world, caller.organizationId),
});

export const changeRetentionRules = route({
  ...common,
  method: 'PUT',
  action: 'organization.configure',
  summary: 'Changes the retention rules of the organization. Kinds that are left out stay as they are.',
  schema: {
    params: OrganizationParams,
    querystring: PlainQuery,
    body: Type.Partial(RulesSchema),
    response: { 200: ShownSchema },
  },
  example: { results: 90, traces: 30 },
  handler: async (world, { caller, body }) => {
    // Unknown fields of the body are left out, because the change is stored in the audit log.
    const change = Object.fromEntries(
      RETENTION_KINDS.filter((kind) => body[kind] !== undefined).map((kind) => [kind, body[kind]]),
    ) as Partial<RetentionRules>;
    await world.retention.changeRules(caller.organizationId, change, caller.principal.userId);
    return shown(world, caller.organizationId);
  },
});
