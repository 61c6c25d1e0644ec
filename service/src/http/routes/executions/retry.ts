import { retryExecution } from '../../../operations/executions/retry-execution.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, PlainQuery } from '../../server/schemas.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const retry = route({
  method: 'POST',
  path: '/workflow/execution/:id/retry',
  versions: ['v1'],
  action: 'execution.retry',
  summary: 'Runs a failed or unpaid execution again, at the price agreed at its creation.',
  schema: { params: ExecutionParams, querystring: PlainQuery, response: { 200: ExecutionRecordSchema } },
  handler: async (ports, { caller, params }) =>
    recordFor(caller, await retryExecution(ports, caller.organizationId, params.id)),
});
