import type { ExecutionId } from '../../../domain/ids.ts';
import { previewOfStep } from '../../../operations/executions/trace-of-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { runAbortable } from '../../replies/run-abortable.ts';
import { matchesTag } from '../../replies/send-image.ts';
import { sendPreview } from '../../replies/send-preview.ts';
import { route } from '../../server/route.ts';
import { idSchema, PlainQuery } from '../../server/schemas.ts';
import { viewerOf } from './trace.ts';

export const stepPreview = route({
  method: 'GET',
  path: '/workflow/execution/:id/trace/:step/preview',
  versions: ['v1'],
  action: 'execution.read',
  summary:
    'Returns a small WebP image of the result of a step, or of the input image when the step is `input`.',
  schema: {
    params: Type.Object({ id: idSchema<ExecutionId>('The execution'), step: Type.String() }),
    querystring: PlainQuery,
    response: { 200: Type.String({ format: 'binary' }) },
  },
  handler: async (ports, request, reply) => {
    const { id, step } = request.params;
    const viewer = viewerOf(request.caller);
    const preview = await runAbortable(request, reply, (signal) =>
      previewOfStep(ports, viewer, id, step, signal),
    );
    const etag = `"${preview.tag}"`;
    // A retry can change the image and a review can hide it, so the browser must revalidate its cached copy.
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesTag(known, etag)) return reply.code(304).send();
    return sendPreview(reply, preview.bytes);
  },
});
