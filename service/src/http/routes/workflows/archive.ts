import { notFound } from '../../../domain/errors.ts';
import { route } from '../../server/route.ts';
import { PlainQuery, WorkflowParams } from '../../server/schemas.ts';

export const archiveWorkflow = route({
  method: 'DELETE',
  path: '/workflow/:id',
  versions: ['v1'],
  action: 'workflow.write',
  summary:
    'Archives a workflow. It is no longer listed and can no longer be started; its executions continue.',
  schema: { params: WorkflowParams, querystring: PlainQuery },
  status: 204,
  handler: async (world, request, reply) => {
    const { organizationId, principal } = request.caller;
    const archived = await world.workflows.archive(organizationId, request.params.id, principal.userId);
    if (!archived) throw notFound('The workflow');
    return reply.send();
  },
});
