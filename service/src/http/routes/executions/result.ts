import { waitForResult } from '../../../operations/wait-for-result.ts';
import { route } from '../../route.ts';
import { ExecutionParams, PlainQuery } from '../../schemas.ts';
import { sendImage } from '../../send-image.ts';

export const result = route({
  method: 'GET',
  path: '/workflow/execution/:id/result/default',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Waits until the execution is completed, then answers with the picture.',
  schema: { params: ExecutionParams, querystring: PlainQuery },
  handler: async (world, request, reply) => {
    const { caller, params } = request;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const cap = AbortSignal.timeout(world.config.maxResultWaitMs);
    const signal = AbortSignal.any([gone.signal, request.server.closing, cap]);
    const { image, fileName } = await waitForResult(world, caller.organizationId, params.id, signal);
    return sendImage(world.objects, { ...image, fileName }, request, reply);
  },
});
