import { STATUSES } from '../../../domain/executions/execution-states.ts';
import type { WorkflowId } from '../../../domain/ids.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { idSchema, listSchema, pageQueryWith } from '../../server/schemas.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const list = route({
  method: 'GET',
  path: '/workflow/execution',
  versions: ['v1', 'v2'],
  action: 'execution.read',
  summary: 'Lists executions, newest first.',
  schema: {
    querystring: pageQueryWith({
      workflowId: Type.Optional(idSchema<WorkflowId>('The workflow')),
      workflow: Type.Optional(idSchema<WorkflowId>('The workflow')),
      batchName: Type.Optional(Type.String({ description: 'Only executions of the batch with this name' })),
      status: Type.Optional(Type.Enum([...STATUSES])),
      inputFileName: Type.Optional(
        Type.String({ description: 'Only executions whose main image has this file name' }),
      ),
      noBatch: Type.Optional(Type.Boolean({ description: 'Only executions that belong to no batch' })),
    }),
    response: { 200: listSchema(ExecutionRecordSchema) },
  },
  handler: async (world, { caller, query }) => {
    const { workflow, workflowId = workflow, batchName, status, inputFileName, noBatch, ...page } = query;
    const filter = { workflowId, batchName, status, inputFileName, noBatch };
    const { entries, total } = await world.executions.list(caller.organizationId, filter, page);
    return { entries: entries.map((execution) => recordFor(caller, execution)), total };
  },
});
