import { findExecution } from '../../../operations/find-execution.ts';
import { route } from '../../route.ts';
import { EXECUTION_PATH, ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const get = route({
  method: 'GET',
  path: '/workflow/execution/:executionId',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'One execution.',
  schema: { params: EXECUTION_PATH, response: { 200: ExecutionRecordSchema } },
  handler: async (world, { caller, params }) =>
    recordFor(caller, await findExecution(world, caller.organizationId, params.executionId)),
});
