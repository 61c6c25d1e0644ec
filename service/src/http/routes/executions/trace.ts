import { may } from '../../../domain/people/rights.ts';
import { traceOfExecution } from '../../../operations/executions/trace-of-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { runAbortable } from '../../replies/run-abortable.ts';
import { type Caller, route } from '../../server/route.ts';
import { ExecutionParams, queryWith } from '../../server/schemas.ts';
import { TraceSchema, traceRecord } from './trace-record.ts';

const QuerySchema = queryWith({
  recorded: Type.Optional(
    Type.Boolean({
      description:
        'If true, returns at once what the execution recorded. Sizes of joined steps are missing unless they are known from an earlier call.',
    }),
  ),
});

export const trace = route({
  method: 'GET',
  path: '/workflow/execution/:id/trace',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Returns what each step of the last finished attempt did.',
  schema: { params: ExecutionParams, querystring: QuerySchema, response: { 200: TraceSchema } },
  handler: async (ports, request, reply) =>
    runAbortable(request, reply, async (signal) =>
      traceRecord(
        await traceOfExecution(ports, viewerOf(request.caller), request.params.id, {
          signal,
          isRecordedOnly: request.query.recorded === true,
        }),
      ),
    ),
});

export const viewerOf = ({ organizationId, role }: Caller) => ({
  organizationId,
  mayReview: may(role, 'execution.review'),
  now: new Date(),
});
