import Type from 'typebox';
import { STATUSES } from '../../../domain/execution-states.ts';
import type { WorkflowId } from '../../../domain/ids.ts';
import { PAGE_QUERY, pageOf } from '../../page.ts';
import { route } from '../../route.ts';
import { UuidSchema } from '../../schemas.ts';
import { ExecutionRecordSchema, recordFor } from './execution-record.ts';

export const list = route({
  method: 'GET',
  path: '/workflow/execution',
  versions: ['v1', 'v2'],
  action: 'execution.read',
  summary: 'Executions, newest first.',
  schema: {
    querystring: Type.Object({
      ...PAGE_QUERY,
      workflowId: Type.Optional(UuidSchema<WorkflowId>('Only those of this workflow')),
      workflow: Type.Optional(UuidSchema<WorkflowId>('The same as workflowId')),
      batchName: Type.Optional(Type.String({ description: 'Only those of the batch with this name' })),
      status: Type.Optional(Type.Enum([...STATUSES], { description: 'Only those in this status' })),
      inputFileName: Type.Optional(Type.String({ description: 'Only those whose main image has this name' })),
      noBatch: Type.Optional(Type.Boolean({ description: 'Only those outside any batch' })),
    }),
    response: { 200: Type.Object({ entries: Type.Array(ExecutionRecordSchema), total: Type.Integer() }) },
  },
  handler: async (world, { caller, query }) => {
    const { batchName, status, inputFileName, noBatch } = query;
    const filter = { workflowId: query.workflowId ?? query.workflow, batchName, status, inputFileName, noBatch };
    const { entries, total } = await world.executions.list(caller.organizationId, filter, pageOf(query));
    return { entries: entries.map((execution) => recordFor(caller, execution)), total };
  },
});
