import { waitForResult } from '../../../operations/executions/wait-for-result.ts';
import { runAbortable } from '../../replies/run-abortable.ts';
import { sendImage } from '../../replies/send-image.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, PlainQuery } from '../../server/schemas.ts';

export const result = route({
  method: 'GET',
  path: '/workflow/execution/:id/result/default',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Waits until the execution is completed, then returns the image.',
  schema: { params: ExecutionParams, querystring: PlainQuery },
  handler: async (world, request, reply) => {
    const { caller, params } = request;
    const { image, fileName } = await runAbortable(
      request,
      reply,
      (signal) => waitForResult(world, caller.organizationId, params.id, signal),
      world.config.maxResultWaitMs,
    );
    const read = world.objects.read.bind(world.objects, image.hash);
    return sendImage({ ...image, tag: image.hash, fileName, read }, request, reply);
  },
});
