import type { UserId } from '../../../domain/ids.ts';
import { may } from '../../../domain/people/rights.ts';
import { DECISIONS } from '../../../domain/review/decision.ts';
import { decisionsOf } from '../../../operations/review/review-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import {
  ExecutionParams,
  idSchema,
  listSchema,
  mapSchema,
  nullable,
  PlainQuery,
  TimestampSchema,
} from '../../server/schemas.ts';
import { MarkupSchema } from '../review/markup.ts';

const DecisionSchema = Type.Object({
  decision: Type.Enum([...DECISIONS]),
  attempt: Type.Integer({ description: 'The attempt whose result was reviewed' }),
  decidedAt: TimestampSchema,
  reviewer: nullable(
    Type.Object(
      { id: idSchema<UserId>('The user'), name: Type.String() },
      { description: 'The reviewer who decided; null when the system approved the rest of an accepted lot' },
    ),
  ),
  comment: nullable(Type.String({ description: 'The comment, or the reason of a rejection' })),
  code: nullable(Type.String()),
  markup: nullable(MarkupSchema),
  lot: nullable(Type.String({ description: 'The lot that the result belonged to' })),
  settings: mapSchema(Type.Unknown()),
  resultContentHash: nullable(Type.String()),
  resultPath: nullable(Type.String()),
});

export const reviews = route({
  method: 'GET',
  path: '/workflow/execution/:id/reviews',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Lists the decisions of reviewers about an execution, oldest first.',
  schema: {
    params: ExecutionParams,
    querystring: PlainQuery,
    response: { 200: listSchema(DecisionSchema) },
  },
  handler: async (ports, { caller, params }) => {
    const mayReview = may(caller.role, 'execution.review');
    const decisions = await decisionsOf(ports, caller.organizationId, params.id);
    const entries = decisions.map(({ lotId, decidedAt, resultContentHash, resultFileName, ...decision }) => {
      const isShown = mayReview || decision.decision === 'approve';
      return {
        ...decision,
        decidedAt: decidedAt.toISOString(),
        lot: lotId,
        resultContentHash: isShown ? resultContentHash : null,
        resultPath: isShown ? `/image/${resultContentHash}/${resultFileName}` : null,
      };
    });
    return { entries, total: entries.length };
  },
});
