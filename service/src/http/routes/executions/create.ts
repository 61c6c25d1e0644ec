import Type from 'typebox';
import { malformed } from '../../../domain/errors.ts';
import type { WorkflowId, WorkflowVersionId } from '../../../domain/ids.ts';
import { checkLabels, type Labels } from '../../../domain/labels.ts';
import type { Settings } from '../../../domain/workflow.ts';
import { checkStorable } from '../../../domain/storable.ts';
import { checkWebhookUrls } from '../../../domain/webhook-urls.ts';
import { createExecution, type ImageSource } from '../../../operations/create-execution.ts';
import { idempotencyKeyOf } from '../../idempotency-key.ts';
import { isMultipart, readMultipartFile } from '../../multipart.ts';
import { route } from '../../route.ts';
import { orNothing, UuidSchema } from '../../schemas.ts';

const ImageSchema = Type.Object({
  name: Type.String({ description: 'Original file name' }),
  contentHash: Type.String({ description: 'Hash that the upload answered' }),
  contentType: orNothing(Type.Unknown({ description: 'Ignored: the bytes decide' })),
});

const BodySchema = Type.Object({
  image: orNothing(ImageSchema),
  images: orNothing(Type.Record(Type.String(), ImageSchema, { description: 'default, then 1, 2, 3, ...' })),
  labels: orNothing(Type.Record(Type.String(), Type.String())),
  settings: orNothing(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Parameters for this execution: {"<step id>": {"<parameter>": value}}',
    }),
  ),
  webhooks: orNothing(Type.Array(Type.String(), { maxItems: 10, description: 'URLs told of the end' })),
});

export const create = route({
  method: 'POST',
  path: '/workflow/execution/create',
  versions: ['v1'],
  action: 'execution.create',
  summary: 'Runs a workflow on one image or several. The answer is the execution ID as plain text.',
  files: ['multipart/form-data'],
  schema: {
    querystring: Type.Object({
      workflow: UuidSchema<WorkflowId>('Workflow ID'),
      version: Type.Optional(UuidSchema<WorkflowVersionId>('Workflow version ID; the latest when left out')),
      label: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'label[key]=value' })),
    }),
    body: Type.Optional(BodySchema),
    response: { 201: Type.String({ description: 'Execution ID' }) },
  },
  status: 201,
  handler: async (world, request, reply) => {
    const { caller, query } = request;
    const body = request.body ?? {};
    const id = await createExecution(world, {
      organizationId: caller.organizationId,
      userId: caller.principal.userId,
      workflowId: query.workflow,
      version: query.version,
      labels: checkLabels({ ...query.label, ...body.labels } as Labels),
      settings: checkStorable(body.settings ?? {}, 'settings') as Settings,
      webhooks: checkWebhookUrls(body.webhooks ?? []),
      idempotencyKey: idempotencyKeyOf(request),
      images: isMultipart(request) ? { default: await readMultipartFile(request) } : imagesOf(body),
    });
    return reply.type('text/plain; charset=utf-8').send(id);
  },
});

/** `image` or `images`, never both; `images` has `default` and then 1, 2, 3, ... without gaps. */
const imagesOf = ({ image, images }: Type.Static<typeof BodySchema>): Record<string, ImageSource> => {
  if (image && images) throw malformed('Give image or images, not both.');
  if (image) return { default: image };
  if (!images) throw malformed('Give the picture as image, or several as images.');
  if (!Object.hasOwn(images, 'default')) throw malformed('images needs the main picture under the key "default".');
  const keys = Object.keys(images).filter((key) => key !== 'default');
  const missing = keys.map((_, index) => String(index + 1)).find((key) => !Object.hasOwn(images, key));
  if (missing) throw malformed(`images needs the keys 1, 2, 3, ... without gaps: "${missing}" is missing.`);
  return images as Record<string, ImageSource>;
};
