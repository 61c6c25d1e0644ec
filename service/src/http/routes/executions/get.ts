import { findExecution } from '../../../operations/executions/find-execution.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, PlainQuery } from '../../server/schemas.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const get = route({
  method: 'GET',
  path: '/workflow/execution/:id',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Returns one execution.',
  schema: { params: ExecutionParams, querystring: PlainQuery, response: { 200: ExecutionRecordSchema } },
  handler: async (world, { caller, params }) =>
    recordFor(caller, await findExecution(world, caller.organizationId, params.id)),
});
