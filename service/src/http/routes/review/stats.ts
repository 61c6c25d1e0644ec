import { STATS_GROUPS } from '../../../ports/review.ts';
import { Type } from '../../../schema/typebox.ts';
import { timeOf, timeSchema } from '../../requests/time-parameter.ts';
import { route } from '../../server/route.ts';
import { listSchema, nullable, queryWith } from '../../server/schemas.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

const StatsSchema = Type.Object({
  key: nullable(
    Type.String({
      description:
        'The id of the reviewer or workflow version, the code, or the day (UTC). Null: approved by the system, or rejected without a code',
    }),
  ),
  name: nullable(Type.String({ description: 'The name of the reviewer or workflow' })),
  approved: Type.Integer(),
  rejected: Type.Integer(),
  redone: Type.Integer(),
  medianSeconds: nullable(
    Type.Number({ description: 'Median time from the entry into the review queue to the decision' }),
  ),
});

export const readReviewStats = route({
  method: 'GET',
  path: '/qa/stats',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Counts the decisions of reviewers by reviewer, workflow version, code or day.',
  schema: {
    querystring: queryWith({
      by: Type.Enum([...STATS_GROUPS], {
        default: 'reviewer',
        description: 'What the decisions are grouped by',
      }),
      from: Type.Optional(
        timeSchema(`Only decisions at this time or later. Default: ${DEFAULT_DAYS} days before "to".`),
      ),
      to: Type.Optional(timeSchema('Only decisions before this time. Default: now.')),
    }),
    response: { 200: listSchema(StatsSchema) },
  },
  handler: async (ports, { caller, query }) => {
    const to = query.to ? new Date(timeOf('to', query.to)) : new Date();
    const from = query.from
      ? new Date(timeOf('from', query.from))
      : new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
    const entries = await ports.review.stats(caller.organizationId, query.by, { from, to });
    return { entries, total: entries.length };
  },
});
