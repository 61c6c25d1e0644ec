import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { checkSettings } from '../components/check-steps.ts';
import { malformed, notFound, unavailable } from '../domain/errors.ts';
import type { InputImage, InputImages } from '../domain/execution.ts';
import { cleanFileName } from '../domain/file-names.ts';
import {
  type ExecutionId,
  isContentHash,
  type OrganizationId,
  type UserId,
  type WorkflowId,
  type WorkflowVersionId,
} from '../domain/ids.ts';
import type { Labels } from '../domain/labels.ts';
import type { Settings, Workflow } from '../domain/workflow.ts';
import type { Executions } from '../ports/executions.ts';
import type { Images } from '../ports/images.ts';
import type { Workflows } from '../ports/workflows.ts';
import { type StoreUploadWorld, storeUpload } from './store-upload.ts';

/** A picture that was uploaded before, or one that comes with the call. */
export type ImageSource = { name: string; contentHash: string } | { name: string; stream: Readable };

export type CreateExecution = {
  organizationId: OrganizationId;
  userId: UserId;
  workflowId: WorkflowId;
  version: WorkflowVersionId | undefined;
  /** By key: `default`, `1`, `2`, ... */
  images: Record<string, ImageSource>;
  labels: Labels;
  settings: Settings;
  webhooks: string[];
  idempotencyKey: string | undefined;
};

type World = StoreUploadWorld & {
  workflows: Workflows;
  images: Images;
  executions: Executions;
  config: { maxQueued: number };
};

/** Everything is checked before anything is stored; when this returns, the execution survives a power cut. */
export const createExecution = async (world: World, request: CreateExecution): Promise<ExecutionId> => {
  const workflow = await findRunnable(world, request);
  const uploaded = await findUploaded(world, request);
  checkRequiredInputs(workflow, request);
  checkSettings(workflow.steps, request.settings);
  await checkQueue(world, request.organizationId);
  await world.objects.checkRoom();
  const inputs = { ...uploaded, ...(await storeStreams(world, request)) } as InputImages;

  const execution = {
    id: uuidv7() as ExecutionId,
    organizationId: request.organizationId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    workflowName: workflow.name,
    userId: request.userId,
    inputs,
    settings: request.settings,
    labels: request.labels,
    webhooks: request.webhooks,
    priceInCredits: workflow.priceInCredits,
  };
  if (request.idempotencyKey === undefined) {
    await world.executions.insert(execution);
    return execution.id;
  }
  const fingerprint = fingerprintOf(request, inputs);
  return world.executions.insertOnce(execution, { key: request.idempotencyKey, fingerprint });
};

const findRunnable = async (
  { workflows }: World,
  { organizationId, workflowId, version }: CreateExecution,
): Promise<Workflow> => {
  const workflow = await workflows.find(organizationId, workflowId, version);
  if (!workflow || workflow.archived) throw notFound(version ? 'This workflow version' : 'This workflow');
  return workflow;
};

const findUploaded = async ({ images }: World, request: CreateExecution) => {
  const found: [string, InputImage][] = [];
  for (const [key, source] of Object.entries(request.images)) {
    if ('stream' in source) continue;
    const hash = source.contentHash.toLowerCase();
    const image = isContentHash(hash) ? await images.find(request.organizationId, hash) : undefined;
    if (!image || image.reviewersOnly)
      throw notFound(`The image "${key}" must be uploaded first: this contentHash`);
    found.push([key, { name: cleanFileName(source.name), contentHash: image.hash, contentType: image.contentType }]);
  }
  return Object.fromEntries(found);
};

const checkRequiredInputs = (workflow: Workflow, { images }: CreateExecution): void => {
  for (const [key, { required, description }] of Object.entries(workflow.inputs))
    if (required && !Object.hasOwn(images, key))
      throw malformed(`The workflow "${workflow.name}" needs images.${key}: ${description}`);
};

const storeStreams = async (world: World, request: CreateExecution) => {
  const stored: [string, InputImage][] = [];
  for (const [key, source] of Object.entries(request.images)) {
    if (!('stream' in source)) continue;
    const image = await storeUpload(world, request.organizationId, source.stream);
    stored.push([key, { name: cleanFileName(source.name), contentHash: image.hash, contentType: image.contentType }]);
  }
  return Object.fromEntries(stored);
};

const checkQueue = async ({ executions, config }: World, organizationId: OrganizationId): Promise<void> => {
  if ((await executions.queued(organizationId)) >= config.maxQueued)
    throw unavailable(`The queue is full: ${config.maxQueued} executions are waiting. Try again later.`, 30);
};

/** The same request has the same fingerprint, whatever the order of its keys or its multipart boundary. */
const fingerprintOf = (request: CreateExecution, inputs: InputImages): string => {
  const { workflowId, version, labels, settings, webhooks } = request;
  const images = Object.entries(inputs).map(([key, { name, contentHash }]) => [key, name, contentHash]);
  const text = JSON.stringify([workflowId, version, images.sort(), webhooks, sortKeys(labels), sortKeys(settings)]);
  return createHash('sha256').update(text).digest('hex');
};

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortKeys(inner)]);
};
