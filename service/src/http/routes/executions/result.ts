import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionId } from '../../../domain/ids.ts';
import { waitForOutput } from '../../../operations/executions/wait-for-output.ts';
import { waitForResult } from '../../../operations/executions/wait-for-result.ts';
import type { ExecutionEnd } from '../../../ports/executions.ts';
import type { BrokenObject } from '../../../ports/retention.ts';
import { Type } from '../../../schema/typebox.ts';
import { runAbortable } from '../../replies/run-abortable.ts';
import { sendImage } from '../../replies/send-image.ts';
import type { ApiPorts } from '../../server/api-ports.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, idSchema, PlainQuery } from '../../server/schemas.ts';

export const result = route({
  method: 'GET',
  path: '/workflow/execution/:id/result/default',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Waits until the execution is completed, then returns the image.',
  schema: { params: ExecutionParams, querystring: PlainQuery },
  handler: (ports, request, reply) =>
    sendWhenMade(ports, request, reply, (signal) =>
      waitForResult(ports, request.caller.organizationId, request.params.id, signal),
    ),
});

export const namedResult = route({
  method: 'GET',
  path: '/workflow/execution/:id/result/:output',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Waits until the execution is completed, then returns the file of the named output.',
  schema: {
    params: Type.Object({
      id: idSchema<ExecutionId>('The execution'),
      output: Type.String({ description: 'The `output` of a step of the workflow' }),
    }),
    querystring: PlainQuery,
  },
  handler: (ports, request, reply) =>
    sendWhenMade(ports, request, reply, (signal) =>
      waitForOutput(ports, request.caller.organizationId, request.params.id, request.params.output, signal),
    ),
});

const sendWhenMade = async (
  ports: ApiPorts,
  request: FastifyRequest,
  reply: FastifyReply,
  wait: (signal: AbortSignal) => Promise<NonNullable<ExecutionEnd['result']>>,
): Promise<FastifyReply> => {
  const { image, fileName } = await runAbortable(request, reply, wait, ports.config.maxResultWaitMs);
  const read = ports.objects.read.bind(ports.objects, image.hash);
  const onBroken = (problem: BrokenObject['problem']) => ports.reportBroken({ hash: image.hash, problem });
  return sendImage({ ...image, tag: image.hash, fileName, read, onBroken }, request, reply);
};
