import { rejectExecution } from '../../../operations/review/review-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, nullable, PlainQuery, textSchema } from '../../server/schemas.ts';
import { MarkupSchema } from '../review/markup.ts';
import { decisionBy } from '../review/reviewer.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const reject = route({
  method: 'POST',
  path: '/workflow/execution/:id/reject',
  versions: ['v1'],
  action: 'execution.review',
  summary: 'Rejects a result that is in review. The execution ends as FAILED and nothing is charged.',
  schema: {
    params: ExecutionParams,
    querystring: PlainQuery,
    body: Type.Object({
      reason: textSchema(1, 2000, { description: 'Why the result is rejected' }),
      code: Type.Optional(
        nullable(Type.String({ description: "One of the organization's codes for rejections" })),
      ),
      markup: Type.Optional(nullable(MarkupSchema)),
    }),
    response: { 200: ExecutionRecordSchema },
  },
  example: {
    reason: 'The edge is soft.',
    code: 'cut-out-edge',
    markup: [{ x: 0.4, y: 0.1, width: 0.2, height: 0.3, note: 'Here' }],
  },
  handler: async (ports, { caller, params, body }) =>
    recordFor(
      caller,
      await rejectExecution(ports, decisionBy(caller, params.id), {
        reason: body.reason,
        code: body.code ?? undefined,
        markup: body.markup ?? undefined,
      }),
    ),
});
