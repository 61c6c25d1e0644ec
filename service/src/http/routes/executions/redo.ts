import { redoExecution } from '../../../operations/review/review-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, mapSchema, nullable, PlainQuery, textSchema } from '../../server/schemas.ts';
import { actOf, COMMENT } from '../review/reviewer.ts';
import { checkSize } from './create.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const redo = route({
  method: 'POST',
  path: '/workflow/execution/:id/redo',
  versions: ['v1'],
  action: 'execution.review',
  summary: 'Redoes an execution that is in review, with other settings and at the same price.',
  schema: {
    params: ExecutionParams,
    querystring: PlainQuery,
    body: Type.Object({
      settings: mapSchema(Type.Unknown(), {
        description: 'Parameters by the id of their step; they replace those of the earlier attempt',
      }),
      comment: Type.Optional(nullable(textSchema(0, 2000, COMMENT))),
    }),
    response: { 200: ExecutionRecordSchema },
  },
  example: { settings: { canvas: { background: '#f4f4f4' } }, comment: 'A lighter background' },
  handler: async (world, { caller, params, body }) =>
    recordFor(
      caller,
      await redoExecution(world, actOf(caller, params.id), {
        settings: checkSize(body.settings),
        comment: body.comment || undefined,
      }),
    ),
});
