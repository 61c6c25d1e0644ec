import { type Static, Type } from 'typebox';
import { malformed } from '../../../domain/errors.ts';
import type { WorkflowId, WorkflowVersionId } from '../../../domain/ids.ts';
import { checkLabels, type Labels } from '../../../domain/labels.ts';
import { isStorableJson } from '../../../domain/storable-text.ts';
import { checkWebhookUrls } from '../../../domain/webhook-urls.ts';
import type { Settings } from '../../../domain/workflow.ts';
import { createExecution } from '../../../operations/create-execution.ts';
import type { ImageSource } from '../../../operations/create-request.ts';
import { idempotencyKeyOf } from '../../idempotency-key.ts';
import { readFile } from '../../read-file.ts';
import { route } from '../../route.ts';
import { idSchema, mapSchema, nullable, queryWith } from '../../schemas.ts';

const ImageSchema = Type.Object({
  name: Type.String({ description: 'Original file name' }),
  contentHash: Type.String({ description: 'Hash that the upload answered' }),
  contentType: Type.Optional(Type.Unknown({ description: 'Ignored: the bytes decide' })),
});

// Clients send null for what they leave out.
const BodySchema = Type.Object({
  image: Type.Optional(nullable(ImageSchema)),
  images: Type.Optional(nullable(mapSchema(ImageSchema))),
  labels: Type.Optional(nullable(mapSchema(Type.String()))),
  settings: Type.Optional(nullable(mapSchema(Type.Unknown()))),
  webhooks: Type.Optional(nullable(Type.Array(Type.String()))),
});

export const create = route({
  method: 'POST',
  path: '/workflow/execution/create',
  versions: ['v1'],
  action: 'execution.create',
  summary: 'Runs a workflow on one image or several. The answer is the execution ID as plain text.',
  files: ['multipart/form-data'],
  schema: {
    querystring: queryWith({
      workflow: idSchema<WorkflowId>('The workflow'),
      version: Type.Optional(idSchema<WorkflowVersionId>('The workflow version')),
      label: Type.Optional(mapSchema(Type.String())),
    }),
    body: BodySchema,
    response: { 201: Type.String({ description: 'Execution ID' }) },
  },
  status: 201,
  handler: async (world, request, reply) => {
    const { caller, query } = request;
    const file = await readFile(request);
    const body = request.body ?? {};
    const id = await createExecution(world, {
      organizationId: caller.organizationId,
      userId: caller.principal.userId,
      workflowId: query.workflow,
      version: query.version,
      labels: checkLabels({ ...query.label, ...body.labels } as Labels),
      settings: checkText(body.settings ?? {}),
      webhooks: checkWebhookUrls(body.webhooks ?? [], world.isForbiddenUrl),
      idempotencyKey: idempotencyKeyOf(request),
      images: file ? { default: { name: file.fileName, bytes: file.bytes } } : imagesOf(body),
    });
    return reply.type('text/plain; charset=utf-8').send(id);
  },
});

/** `image` or `images`, never both; `images` has `default` and then 1, 2, 3, ... without gaps. */
const imagesOf = ({ image, images }: Static<typeof BodySchema>): Record<string, ImageSource> => {
  if (image && images) throw malformed('Give image or images, not both.');
  if (image) return { default: image };
  if (!images) throw malformed('Give the picture as image, or several as images.');
  if (!Object.hasOwn(images, 'default'))
    throw malformed('images needs the main picture under the key "default".');
  const keys = Object.keys(images).filter((key) => key !== 'default');
  const missing = keys.map((_, index) => String(index + 1)).find((key) => !Object.hasOwn(images, key));
  if (missing) throw malformed(`images needs the keys 1, 2, 3, ... without gaps: "${missing}" is missing.`);
  return images as Record<string, ImageSource>;
};

const checkText = (settings: Record<string, unknown>): Settings => {
  if (!isStorableJson(settings)) throw malformed('settings contains a character that is not text.');
  return settings as Settings;
};
