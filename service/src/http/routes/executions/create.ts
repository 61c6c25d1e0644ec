import { malformed } from '../../../domain/errors.ts';
import { checkLabels, type Labels } from '../../../domain/executions/labels.ts';
import type { WorkflowId, WorkflowVersionId } from '../../../domain/ids.ts';
import { isStorableJson, NOT_STORABLE } from '../../../domain/storable-text.ts';
import { checkWebhookUrls } from '../../../domain/webhooks/web-urls.ts';
import type { Settings } from '../../../domain/workflows/workflow.ts';
import { createExecution } from '../../../operations/executions/creating/create-execution.ts';
import type { CreateExecution } from '../../../operations/executions/creating/create-request.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { idempotencyKeyOf } from '../../requests/idempotency-key.ts';
import { namedImages } from '../../requests/named-images.ts';
import { readFile } from '../../requests/read-file.ts';
import type { ApiPorts } from '../../server/api-ports.ts';
import { type Caller, route } from '../../server/route.ts';
import { EXAMPLE_HASH, idSchema, mapSchema, nullable, queryWith } from '../../server/schemas.ts';

const ImageSchema = Type.Object({
  name: Type.String({ description: 'Original file name' }),
  contentHash: Type.String({ description: 'Content hash that the upload returned' }),
  contentType: Type.Optional(
    Type.Unknown({ description: 'Ignored; the service reads the type from the bytes of the image' }),
  ),
});

// Clients send null for fields that they leave out.
export const CreateBodySchema = Type.Object({
  image: Type.Optional(
    nullable({
      ...ImageSchema,
      description: 'The image of a workflow with one input. Cannot be combined with `images`.',
    }),
  ),
  images: Type.Optional(
    nullable(
      mapSchema(ImageSchema, {
        description: 'The images of a workflow with several inputs, under the keys default, 1, 2, ...',
      }),
    ),
  ),
  labels: Type.Optional(
    nullable(
      mapSchema(Type.String(), {
        description: 'Labels; service_batch_id or service_batch_name put the execution into a batch',
      }),
    ),
  ),
  settings: Type.Optional(
    nullable(
      mapSchema(Type.Unknown(), {
        description: 'Parameters for this execution only, by the id of their step',
      }),
    ),
  ),
  webhooks: Type.Optional(
    nullable(
      Type.Array(Type.String(), { description: 'Up to 10 URLs that get the events of the execution' }),
    ),
  ),
});

export const CreateQuerySchema = queryWith({
  workflow: idSchema<WorkflowId>('The workflow'),
  version: Type.Optional(idSchema<WorkflowVersionId>('The workflow version')),
  label: Type.Optional(mapSchema(Type.String(), { description: 'Labels, such as label[sku]=A1' })),
});

/** Reads a request to create an execution, except its images and its idempotency key. */
export const readCreate = (
  { isForbiddenUrl }: Pick<ApiPorts, 'isForbiddenUrl'>,
  { organizationId, principal }: Caller,
  query: Static<typeof CreateQuerySchema>,
  body: Static<typeof CreateBodySchema>,
): Omit<CreateExecution, 'images' | 'idempotency'> => ({
  organizationId,
  userId: principal.userId,
  apiKeyId: principal.apiKey ?? null,
  workflowId: query.workflow,
  version: query.version,
  labels: checkLabels({ ...query.label, ...body.labels } as Labels),
  settings: settingsFrom(body.settings ?? {}),
  webhooks: checkWebhookUrls(body.webhooks ?? [], isForbiddenUrl),
});

export const create = route({
  method: 'POST',
  path: '/workflow/execution/create',
  versions: ['v1'],
  action: 'execution.create',
  summary:
    'Creates an execution of a workflow on one or several images. Returns the execution ID as plain text.',
  files: ['multipart/form-data'],
  schema: {
    querystring: CreateQuerySchema,
    body: CreateBodySchema,
    response: { 201: Type.String({ description: 'Execution ID' }) },
  },
  example: {
    image: { name: 'mug.jpg', contentHash: EXAMPLE_HASH },
    labels: { service_batch_name: 'Autumn mugs' },
  },
  status: 201,
  handler: async (ports, request, reply) => {
    const { caller, query } = request;
    const file = await readFile(request);
    const body = request.body ?? {};
    const key = idempotencyKeyOf(request);
    const id = await createExecution(ports, {
      ...readCreate(ports, caller, query, body),
      idempotency: key === undefined ? undefined : { key, asked: { query, body } },
      traceParent: request.span?.context,
      images: file
        ? { default: { name: file.fileName, bytes: file.bytes } }
        : namedImages(body.image, body.images),
    });
    return reply.type('text/plain; charset=utf-8').send(id);
  },
});

const MAX_SETTINGS_LENGTH = 64 * 1024;

/** Limits the size of `settings`: keys that no step uses are stored too, and every list reads them all. */
export const settingsFrom = (settings: Record<string, unknown>): Settings => {
  if (JSON.stringify(settings).length > MAX_SETTINGS_LENGTH)
    throw malformed(`The field settings must have at most ${MAX_SETTINGS_LENGTH} characters as JSON.`);
  if (!isStorableJson(settings)) throw malformed(`The field settings ${NOT_STORABLE}`);
  return settings as Settings;
};
