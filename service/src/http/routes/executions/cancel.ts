import { cancelExecution } from '../../../operations/executions/decide-execution.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, PlainQuery } from '../../server/schemas.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const cancel = route({
  method: 'POST',
  path: '/workflow/execution/:id/cancel',
  versions: ['v1'],
  action: 'execution.cancel',
  summary: 'Stops a queued or running execution. Nothing is charged.',
  schema: { params: ExecutionParams, querystring: PlainQuery, response: { 200: ExecutionRecordSchema } },
  handler: async (ports, { caller, params }) =>
    recordFor(caller, await cancelExecution(ports, caller.organizationId, params.id)),
});
