import { replaceWorkflow as saveVersion } from '../../../operations/workflows/save-workflow.ts';
import { route } from '../../server/route.ts';
import { PlainQuery, WorkflowParams } from '../../server/schemas.ts';
import { draftFrom, EXAMPLE_STEPS, WorkflowBody } from './body.ts';
import { WorkflowSchema, workflowRecord } from './record.ts';

export const replaceWorkflow = route({
  method: 'PUT',
  path: '/workflow/:id',
  versions: ['v1'],
  action: 'workflow.write',
  summary: 'Creates a new version of a workflow. The old versions can still be run.',
  schema: {
    params: WorkflowParams,
    querystring: PlainQuery,
    body: WorkflowBody,
    response: { 200: WorkflowSchema },
  },
  example: { name: 'Web resize', workflowComponents: EXAMPLE_STEPS },
  handler: async (ports, request) => {
    const { organizationId, principal } = request.caller;
    const author = { organizationId, userId: principal.userId };
    return workflowRecord(await saveVersion(ports, author, request.params.id, draftFrom(request.body)));
  },
});
