import { STATUSES } from '../../../domain/executions/execution-states.ts';
import type { ExecutionId } from '../../../domain/ids.ts';
import { queueOfOrganization } from '../../../operations/queue/queue-of-organization.ts';
import { MAX_COUNTED_PLACES } from '../../../ports/queue.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { idSchema, nullable, OrganizationParams, queryWith } from '../../server/schemas.ts';
import { depthFields, depthRecord } from './record.ts';

export const readOrganizationQueue = route({
  method: 'GET',
  path: '/organization/:id/queue',
  versions: ['v1'],
  action: 'execution.read',
  organizationInPath: true,
  summary:
    'Returns how much work of the organization waits and runs, and the place of one execution in the queue.',
  schema: {
    params: OrganizationParams,
    querystring: queryWith({ execution: Type.Optional(idSchema<ExecutionId>('The execution')) }),
    response: {
      200: Type.Object({
        ...depthFields,
        execution: nullable(
          Type.Object({
            id: idSchema<ExecutionId>('The execution'),
            status: Type.Enum([...STATUSES]),
            position: nullable(
              Type.Integer({
                description: `Place in the queue: 1 for the next execution, 0 for one that is running, null for any other. Counted up to ${MAX_COUNTED_PLACES}`,
              }),
            ),
            seconds: nullable(
              Type.Integer({ description: 'Expected time until the execution is done; null when unknown' }),
            ),
          }),
        ),
      }),
    },
  },
  handler: async (ports, { caller, query }) => {
    const queue = await queueOfOrganization(ports, caller.organizationId, query.execution, new Date());
    return { ...depthRecord(queue), execution: queue.execution };
  },
});
