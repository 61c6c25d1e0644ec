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
    const { closing } = request.server;
    const stop = new AbortController();
    // Given a reason, an abort does not make an error with a stack of its own: every answer ends in one.
    const giveUp = () => stop.abort('no longer waited for');
    const timer = setTimeout(giveUp, world.config.maxResultWaitMs);
    reply.raw.once('close', giveUp);
    closing.addEventListener('abort', giveUp);
    if (closing.aborted) giveUp();
    try {
      const { image, fileName } = await waitForResult(world, caller.organizationId, params.id, stop.signal);
      const { objects } = world;
      const { hash } = image;
      const read = objects.read.bind(objects, hash);
      return sendImage({ ...image, tag: hash, fileName, read }, request, reply);
    } finally {
      clearTimeout(timer);
      closing.removeEventListener('abort', giveUp);
    }
  },
});
