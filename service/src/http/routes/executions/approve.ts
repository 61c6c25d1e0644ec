import { approveExecution } from '../../../operations/executions/decide-execution.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, PlainQuery } from '../../server/schemas.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const approve = route({
  method: 'POST',
  path: '/workflow/execution/:id/approve',
  versions: ['v1'],
  action: 'execution.review',
  summary: 'Approves a result that is in review. The result is delivered and charged.',
  schema: { params: ExecutionParams, querystring: PlainQuery, response: { 200: ExecutionRecordSchema } },
  handler: async (world, { caller, params }) =>
    recordFor(
      caller,
      await approveExecution(world, caller.organizationId, params.id, caller.principal.userId),
    ),
});
