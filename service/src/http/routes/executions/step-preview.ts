import type { ExecutionId } from '../../../domain/ids.ts';
import { previewOfStep } from '../../../operations/executions/trace-of-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { matchesTag } from '../../replies/send-image.ts';
import { sendPreview } from '../../replies/send-preview.ts';
import { whileWaitedFor } from '../../replies/while-waited-for.ts';
import { route } from '../../server/route.ts';
import { idSchema, PlainQuery } from '../../server/schemas.ts';
import { viewerOf } from './trace.ts';

export const stepPreview = route({
  method: 'GET',
  path: '/workflow/execution/:id/trace/:step/preview',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'A small picture of what a step made, as WebP; with `input`, of the picture as it came in.',
  schema: {
    params: Type.Object({ id: idSchema<ExecutionId>('The execution'), step: Type.String() }),
    querystring: PlainQuery,
    response: { 200: Type.String({ format: 'binary' }) },
  },
  handler: async (world, request, reply) => {
    const { id, step } = request.params;
    const viewer = viewerOf(request.caller);
    const preview = await whileWaitedFor(request, reply, (signal) =>
      previewOfStep(world, viewer, id, step, signal),
    );
    const etag = `"${preview.tag}"`;
    // A retry changes it, and a review decides who may see it: asked for again, but not sent again.
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesTag(known, etag)) return reply.code(304).send();
    return sendPreview(reply, preview.bytes);
  },
});
