import { route } from '../../server/route.ts';
import { listSchema, PageQuery } from '../../server/schemas.ts';
import { WorkflowSchema, workflowRecord } from './record.ts';

export const listWorkflows = route({
  method: 'GET',
  path: '/workflow',
  versions: ['v1'],
  action: 'workflow.read',
  summary: 'Lists the workflows of the organization in their latest versions.',
  schema: { querystring: PageQuery, response: { 200: listSchema(WorkflowSchema) } },
  handler: async (ports, request) => {
    const { entries, total } = await ports.workflows.list(request.caller.organizationId, request.query);
    return { entries: entries.map(workflowRecord), total };
  },
});
