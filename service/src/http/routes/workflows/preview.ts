import { malformed } from '../../../domain/errors.ts';
import { isStorableJson, NOT_STORABLE } from '../../../domain/storable-text.ts';
import type { Settings } from '../../../domain/workflows/workflow.ts';
import { previewWorkflow as preview } from '../../../operations/previews/preview-workflow.ts';
import { Type } from '../../../schema/typebox.ts';
import { runAbortable } from '../../replies/run-abortable.ts';
import { sendPreview } from '../../replies/send-preview.ts';
import { namedImages } from '../../requests/named-images.ts';
import { route } from '../../server/route.ts';
import { EXAMPLE_HASH, mapSchema, nullable, PlainQuery } from '../../server/schemas.ts';
import { draftFrom, EXAMPLE_STEPS, WorkflowBody } from './body.ts';

const { inputs, workflowComponents } = WorkflowBody.properties;
const hash = Type.String({ description: 'Content hash that the upload returned' });

export const previewWorkflow = route({
  method: 'POST',
  path: '/workflow/preview',
  versions: ['v1'],
  action: 'workflow.preview',
  summary: 'Runs steps on an image and returns a small WebP image. Nothing is saved and nothing is charged.',
  costly: true,
  schema: {
    querystring: PlainQuery,
    body: Type.Object({
      inputs,
      workflowComponents,
      image: Type.Optional(nullable(hash)),
      images: Type.Optional(
        nullable(
          mapSchema(hash, {
            description: 'Several images instead of `image`, under the keys default, 1, 2, ...',
          }),
        ),
      ),
      settings: Type.Optional(
        nullable(
          mapSchema(Type.Unknown(), {
            description: 'Parameters for this preview only, by the id of their step',
          }),
        ),
      ),
      step: Type.Optional(
        nullable(Type.String({ description: 'The last step to run. Default: all steps run.' })),
      ),
    }),
    response: { 200: Type.String({ format: 'binary' }) },
  },
  example: { image: EXAMPLE_HASH, workflowComponents: EXAMPLE_STEPS },
  handler: async (ports, request, reply) => {
    const { body, caller } = request;
    if (!isStorableJson(body)) throw malformed(`The body ${NOT_STORABLE}`);
    const wish = {
      organizationId: caller.organizationId,
      draft: draftFrom({ ...body, name: 'Preview' }),
      settings: (body.settings ?? {}) as Settings,
      images: namedImages(body.image, body.images),
      step: body.step ?? undefined,
    };
    const shown = await runAbortable(request, reply, (signal) => preview(ports, wish, signal));
    reply.header('cache-control', 'no-store');
    reply.header('x-darkroom-expected-ms', Math.ceil(shown.expectedMs));
    reply.header('x-darkroom-reused-steps', shown.reusedSteps);
    return sendPreview(reply, shown.bytes);
  },
});
