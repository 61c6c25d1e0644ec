import { may } from '../../../domain/people/rights.ts';
import { traceOfExecution } from '../../../operations/executions/trace-of-execution.ts';
import { runAbortable } from '../../replies/run-abortable.ts';
import { type Caller, route } from '../../server/route.ts';
import { ExecutionParams, PlainQuery } from '../../server/schemas.ts';
import { TraceSchema, traceRecord } from './trace-record.ts';

export const trace = route({
  method: 'GET',
  path: '/workflow/execution/:id/trace',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Returns what each step of the last finished attempt did.',
  schema: { params: ExecutionParams, querystring: PlainQuery, response: { 200: TraceSchema } },
  handler: async (world, request, reply) =>
    runAbortable(request, reply, async (signal) =>
      traceRecord(await traceOfExecution(world, viewerOf(request.caller), request.params.id, signal)),
    ),
});

export const viewerOf = ({ organizationId, role }: Caller) => ({
  organizationId,
  mayReview: may(role, 'execution.review'),
  now: new Date(),
});
