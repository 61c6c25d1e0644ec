import { approveExecution } from '../../../operations/review/review-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, nullable, PlainQuery, textSchema } from '../../server/schemas.ts';
import { COMMENT, decisionBy } from '../review/reviewer.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const approve = route({
  method: 'POST',
  path: '/workflow/execution/:id/approve',
  versions: ['v1'],
  action: 'execution.review',
  summary: 'Approves a result that is in review. The result is delivered and charged.',
  schema: {
    params: ExecutionParams,
    querystring: PlainQuery,
    body: Type.Optional(
      nullable(Type.Object({ comment: Type.Optional(nullable(textSchema(0, 2000, COMMENT))) })),
    ),
    response: { 200: ExecutionRecordSchema },
  },
  example: { comment: 'Good' },
  handler: async (ports, { caller, params, body }) =>
    recordFor(
      caller,
      await approveExecution(ports, decisionBy(caller, params.id), { comment: body?.comment || undefined }),
    ),
});
