import { rejectExecution } from '../../../operations/executions/decide-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, PlainQuery, textSchema } from '../../server/schemas.ts';
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
    body: Type.Object({ reason: textSchema(1, 2000) }),
    response: { 200: ExecutionRecordSchema },
  },
  handler: async (world, { caller, params, body }) =>
    recordFor(
      caller,
      await rejectExecution(world, caller.organizationId, params.id, body.reason, caller.principal.userId),
    ),
});
