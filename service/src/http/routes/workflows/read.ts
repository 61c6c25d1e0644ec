import { notFound } from '../../../domain/errors.ts';
import type { WorkflowVersionId } from '../../../domain/ids.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { idSchema, queryWith, WorkflowParams } from '../../server/schemas.ts';
import { WorkflowSchema, workflowRecord } from './record.ts';

export const readWorkflow = route({
  method: 'GET',
  path: '/workflow/:id',
  versions: ['v1'],
  action: 'workflow.read',
  summary: 'Returns one workflow, in its latest version or the given one.',
  schema: {
    params: WorkflowParams,
    querystring: queryWith({ version: Type.Optional(idSchema<WorkflowVersionId>('The version')) }),
    response: { 200: WorkflowSchema },
  },
  handler: async (ports, request) => {
    const { organizationId } = request.caller;
    const workflow = await ports.workflows.find(organizationId, request.params.id, request.query.version);
    if (!workflow) throw notFound(request.query.version ? 'This workflow version' : 'The workflow');
    return workflowRecord(workflow);
  },
});
