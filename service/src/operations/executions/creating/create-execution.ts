import { checkSettings } from '../../../components/steps/check-steps.ts';
import { checkTables } from '../../../components/steps/check-tables.ts';
import { malformed, notFound, stillInProgress, unavailable } from '../../../domain/errors.ts';
import type { InputImage, InputImages } from '../../../domain/executions/execution.ts';
import type { ContentHash, ExecutionId, OrganizationId } from '../../../domain/ids.ts';
import { cleanFileName } from '../../../domain/images/file-names.ts';
import {
  missingInput,
  type Step,
  stepsWithSettings,
  type Workflow,
} from '../../../domain/workflows/workflow.ts';
import type { NewExecution } from '../../../ports/executions.ts';
import type { Images } from '../../../ports/images/images.ts';
import type { Workflows } from '../../../ports/workflows.ts';
import { findUploaded } from '../../uploads/find-uploaded.ts';
import { type StoredImage, storeUpload } from '../../uploads/store-upload.ts';
import { checkCost } from './check-cost.ts';
import {
  type AttachedImage,
  type CreateExecution,
  fingerprintOf,
  hashesOf,
  type KeyedCall,
  readHashes,
  replayOf,
} from './create-request.ts';
import { inTurn } from './in-turn.ts';
import { type InsertPorts, insertExecution } from './insert-execution.ts';
import { newExecutionId } from './new-execution-id.ts';

export type CreatePorts = Parameters<typeof storeUpload>[0] &
  InsertPorts & {
    workflows: Workflows;
    images: Images;
    config: { maxQueued: number; laneDeadlineMs: number };
  };

// Runs the calls with one idempotency key in order of arrival. The database already allows only one of them
// to create an execution, but without this queue a later call could overtake the first while the first is
// still uploading.
const withKey = inTurn(10_000, stillInProgress);

/** Creates an execution. When this returns, the execution is durable: it survives a power cut. */
export const createExecution = async (ports: CreatePorts, request: CreateExecution): Promise<ExecutionId> => {
  const { idempotency, organizationId } = request;
  if (idempotency)
    return withKey(`${organizationId} ${idempotency.key}`, () => createOnce(ports, request, idempotency));
  return markingRefusedImages(ports, request, async (newHashes) => {
    const execution = await prepareExecution(ports, request, newHashes);
    await insertExecution(ports, execution);
    return execution.id;
  });
};

/**
 * Calls `create` with an empty list, to which `create` adds the new images that it stores. If `create` fails, these
 * images are marked as refused, so that they are deleted unless an execution uses them.
 */
const markingRefusedImages = async (
  { images }: CreatePorts,
  { organizationId }: CreateExecution,
  create: (newHashes: ContentHash[]) => Promise<ExecutionId>,
): Promise<ExecutionId> => {
  const newHashes: ContentHash[] = [];
  try {
    return await create(newHashes);
  } catch (error) {
    // If `markRefused` fails as well, the images are kept as if the client had uploaded them.
    if (newHashes.length > 0) await images.markRefused(organizationId, newHashes).catch(() => {});
    throw error;
  }
};

const createOnce = async (ports: CreatePorts, request: CreateExecution, { key, asked }: KeyedCall) => {
  const findFirst = () => ports.executions.findFirstCall(request.organizationId, key);
  const first = await findFirst();
  // A repeated call is not validated again: the workflow, the queue and the disk may have changed since the first.
  if (first) {
    const hashes = await readHashes(request, ports.config.maxImageBytes);
    return replayOf(first, fingerprintOf(asked, request, hashes));
  }
  return markingRefusedImages(ports, request, async (newHashes) => {
    const execution = await prepareExecution(ports, request, newHashes);
    const fingerprint = fingerprintOf(asked, request, hashesOf(execution.inputs));
    const inserted = await insertExecution(ports, execution, { key, fingerprint });
    return inserted === 'KEY_USED' ? replayOf(await findFirst(), fingerprint) : execution.id;
  });
};

/** Checks the whole request before it stores anything. Adds the new images that it stores to `newHashes`. */
export const prepareExecution = async (
  ports: CreatePorts,
  request: CreateExecution,
  newHashes: ContentHash[] = [],
): Promise<NewExecution> => {
  const { organizationId, settings } = request;
  const sources = Object.entries(request.images);
  const workflow = await findRunnable(ports, request);
  const inputs: Record<string, InputImage> = {};
  for (const [key, source] of sources)
    if (!('bytes' in source))
      inputs[key] = inputOf(
        source.name,
        await findUploaded(ports.images, organizationId, key, source.contentHash),
      );
  checkRequiredInputs(workflow, request);
  checkSettings(settings, workflow.steps, workflow.inputs);
  const steps = stepsWithSettings(workflow.steps, settings);
  checkTables(inputs, steps);
  await checkQueue(ports, organizationId);
  await ports.objects.checkRoom();
  if (inputs['default']) checkCost(steps, inputs['default'], ports.config.laneDeadlineMs);
  for (const [key, source] of sources)
    if ('bytes' in source) {
      const { isNew, ...image } = await storeStream(ports, organizationId, key, source, steps);
      if (isNew) newHashes.push(image.hash);
      inputs[key] = inputOf(source.name, image);
    }
  return {
    id: newExecutionId(),
    organizationId,
    workflowId: workflow.id,
    workflowVersion: workflow.version,
    workflowName: workflow.name,
    userId: request.userId,
    apiKeyId: request.apiKeyId,
    inputs: inputs as InputImages,
    settings,
    labels: request.labels,
    webhooks: request.webhooks,
    priceInCredits: workflow.priceInCredits,
    traceParent: request.traceParent,
  };
};

export const findRunnable = async (
  { workflows }: CreatePorts,
  { organizationId, workflowId, version }: Pick<CreateExecution, 'organizationId' | 'workflowId' | 'version'>,
): Promise<Workflow> => {
  const workflow = await workflows.find(organizationId, workflowId, version);
  if (!workflow || workflow.archived) throw notFound(version ? 'This workflow version' : 'This workflow');
  return workflow;
};

const inputOf = (name: string, { hash, contentType, width, height }: StoredImage): InputImage => ({
  name: cleanFileName(name),
  contentHash: hash,
  contentType,
  width,
  height,
});

const checkRequiredInputs = (workflow: Workflow, { images }: CreateExecution): void => {
  const missing = missingInput(workflow.inputs, images);
  if (missing)
    throw malformed(
      `The workflow "${workflow.name}" needs the image "${missing.name}"${missing.about} Send it in the field "images".`,
    );
};

const storeStream = (
  ports: CreatePorts,
  organizationId: OrganizationId,
  key: string,
  { bytes }: AttachedImage,
  steps: readonly Step[],
) =>
  storeUpload(ports, organizationId, bytes, (facts) => {
    checkTables({ [key]: facts }, steps);
    if (key === 'default') checkCost(steps, facts, ports.config.laneDeadlineMs);
  });

const checkQueue = async (
  { executions, config }: CreatePorts,
  organizationId: OrganizationId,
): Promise<void> => {
  if ((await executions.queued(organizationId)) >= config.maxQueued)
    throw unavailable(`The queue is full: ${config.maxQueued} executions are waiting. Try again later.`, 30);
};
