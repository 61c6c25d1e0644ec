import { cancelExecution } from '../../../operations/decide-execution.ts';
import { route } from '../../route.ts';
import { ExecutionParams, PlainQuery } from '../../schemas.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const cancel = route({
  method: 'POST',
  path: '/workflow/execution/:id/cancel',
  versions: ['v1'],
  action: 'execution.cancel',
  summary: 'Stops a queued or running execution. Nothing is charged.',
  schema: { params: ExecutionParams, querystring: PlainQuery, response: { 200: ExecutionRecordSchema } },
  handler: async (world, { caller, params }) =>
    recordFor(caller, await cancelExecution(world, caller.organizationId, params.id)),
});
