import { createWorkflow as saveWorkflow } from '../../../operations/workflows/save-workflow.ts';
import { route } from '../../server/route.ts';
import { PlainQuery } from '../../server/schemas.ts';
import { draftFrom, EXAMPLE_STEPS, WorkflowBody } from './body.ts';
import { WorkflowSchema, workflowRecord } from './record.ts';

export const createWorkflow = route({
  method: 'POST',
  path: '/workflow',
  versions: ['v1'],
  action: 'workflow.write',
  summary: 'Creates a workflow.',
  schema: { querystring: PlainQuery, body: WorkflowBody, response: { 201: WorkflowSchema } },
  example: { name: 'Web resize', workflowComponents: EXAMPLE_STEPS },
  status: 201,
  handler: async (ports, request) => {
    const { organizationId, principal } = request.caller;
    const author = { organizationId, userId: principal.userId };
    return workflowRecord(await saveWorkflow(ports, author, draftFrom(request.body)));
  },
});
