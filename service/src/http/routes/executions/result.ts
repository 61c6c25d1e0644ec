import { waitForResult } from '../../../operations/wait-for-result.ts';
import { route } from '../../route.ts';
import { sendImage } from '../../send-image.ts';
import { EXECUTION_PATH } from './execution-record.ts';

export const result = route({
  method: 'GET',
  path: '/workflow/execution/:executionId/result/default',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Waits until the execution is completed, then answers with the picture.',
  schema: { params: EXECUTION_PATH },
  handler: async (world, request, reply) => {
    const { caller, params } = request;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(world.config.maxResultWaitMs)]);
    const { image, fileName } = await waitForResult(world, caller.organizationId, params.executionId, signal);
    return sendImage(world, request, reply, image, fileName);
  },
});
