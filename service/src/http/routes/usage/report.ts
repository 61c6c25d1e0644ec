import { reportUsage } from '../../../operations/usage/report-usage.ts';
import { USAGE_GROUPS, USAGE_PERIODS } from '../../../ports/usage.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import {
  listSchema,
  MAX_LIMIT,
  nullable,
  OrganizationParams,
  PageQuery,
  pageQueryWith,
  TimestampSchema,
} from '../../server/schemas.ts';

const daySchema = (description: string) =>
  Type.Optional(
    Type.String({ description, pattern: '^[1-9]\\d{3}-\\d{2}-\\d{2}$', expects: 'a day such as 2027-01-31' }),
  );

const PercentilesSchema = Type.Object({ p50: nullable(Type.Number()), p95: nullable(Type.Number()) });

const UsageEntrySchema = Type.Object(
  {
    period: Type.String({ description: 'The first day of the period, in the time zone of the query' }),
    periodStart: TimestampSchema,
    groupId: nullable(Type.String()),
    groupName: nullable(Type.String()),
    executions: Type.Integer({ description: 'Executions that are COMPLETED or FAILED, by their finishedAt' }),
    failures: Type.Integer({ description: 'Executions that are FAILED, by their finishedAt' }),
    credits: Type.Integer({ description: 'Credits charged in this period' }),
    workSeconds: Type.Number({ description: 'Time that the steps of the executions took, in seconds' }),
    queueSeconds: PercentilesSchema,
    processingSeconds: PercentilesSchema,
  },
  { $id: 'UsageEntry' },
);

export const readUsageReport = route({
  method: 'GET',
  path: '/organization/:id/usage',
  versions: ['v1'],
  action: 'usage.read',
  organizationInPath: true,
  summary: 'Reports executions, credits, failures and times by day, week or month.',
  schema: {
    params: OrganizationParams,
    querystring: pageQueryWith({
      // A lower default, such as 50 in other lists, could cut off a report, which would still look complete.
      limit: { ...PageQuery.properties.limit, default: MAX_LIMIT },
      from: daySchema('The first day. Default: 29 days before the last day.'),
      to: daySchema('The last day. Default: today.'),
      by: Type.Enum([...USAGE_PERIODS], { default: 'day', description: 'The length of a period' }),
      group: Type.Optional(
        Type.Enum([...USAGE_GROUPS], { description: 'What the entries of a period are grouped by' }),
      ),
      timezone: Type.String({
        default: 'UTC',
        maxLength: 100,
        description: 'The time zone whose days count, such as Europe/Berlin',
        expects: 'the name of a time zone, such as Europe/Berlin',
      }),
    }),
    response: { 200: listSchema(UsageEntrySchema) },
  },
  handler: async (ports, { caller, query }) => {
    const { limit, offset, ...asked } = query;
    const page = { limit, offset };
    const { entries, total } = await reportUsage(ports, caller.organizationId, asked, page, new Date());
    return {
      entries: entries.map((entry) => ({ ...entry, periodStart: entry.periodStart.toISOString() })),
      total,
    };
  },
});
