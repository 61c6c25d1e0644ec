import { findComponent } from '../../components/registry.ts';
import { checkSettings } from '../../components/steps/check-steps.ts';
import { checkTables } from '../../components/steps/check-tables.ts';
import { checkWorkflow, type WorkflowDraft } from '../../components/steps/check-workflow.ts';
import { costOf } from '../../components/steps/cost-of.ts';
import { noRoom } from '../../domain/disk-full.ts';
import { malformed, Refusal, unavailable } from '../../domain/errors.ts';
import type { ContentHash, OrganizationId } from '../../domain/ids.ts';
import type { ImageLimits } from '../../domain/images/image-formats.ts';
import {
  missingInput,
  RESERVED_STEP_ID,
  type Settings,
  type Step,
  stepsWithSettings,
} from '../../domain/workflows/workflow.ts';
import type { Images, OrganizationImage } from '../../ports/images/images.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';
import type { PreviewReuse } from '../../ports/images/previews.ts';
import { LaneFailure, type LaneJob, type PreviewLane } from '../../ports/lanes.ts';
import type { ReportBroken } from '../../ports/retention.ts';
import { costedInput } from '../executions/costed-input.ts';
import { localInputs } from '../executions/running/local-inputs.ts';
import { reuseKeys } from '../executions/running/reuse-keys.ts';
import { refuseBroken } from '../retention/refuse-broken.ts';
import { findUploaded } from '../uploads/find-uploaded.ts';

type Ports = {
  images: Images;
  objects: ObjectStore;
  reportBroken: ReportBroken;
  previewLane: PreviewLane;
  previewReuse: PreviewReuse;
  limits: ImageLimits;
};

type PreviewRequest = {
  organizationId: OrganizationId;
  draft: WorkflowDraft;
  settings: Settings;
  /** Content hashes by key: `default`, `1`, `2`, ... */
  images: Record<string, string>;
  /** The last step to apply; undefined for all steps. */
  step: string | undefined;
};

type WorkflowPreview = {
  bytes: Buffer;
  /** The predicted duration of an execution of all steps on the full image. */
  expectedMs: number;
  /** The number of first steps that did not run, because an earlier preview had cached their output. */
  reusedSteps: number;
};

/** Longest side of the image that the steps work on. */
const WORKED_ON_SIDE = 1024;

/**
 * Applies the steps to small versions of the images. Starts after the steps whose output an earlier preview
 * has cached.
 */
export const previewWorkflow = async (
  ports: Ports,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<WorkflowPreview> => {
  const { steps: all, inputs } = checkWorkflow(request.draft);
  checkSettings(request.settings, all, inputs);
  const wanted = stepsWithSettings(all, request.settings);
  const steps = stepsUpTo(wanted, request.step);
  const missing = missingInput(inputs, request.images);
  if (missing)
    throw malformed(
      `The workflow needs the image "${missing.name}"${missing.about} Send it in the field "images".`,
    );
  const images = await findImages(ports.images, request);
  checkTables(images, steps);
  const show = { kind: 'preview', longestSide: WORKED_ON_SIDE, finished: showsFile(steps, all) } as const;
  const output = await ports.objects.draft();
  try {
    const job: LaneJob = {
      steps,
      inputs: await localInputs(ports.objects, images),
      output,
      limits: ports.limits,
      show,
      intermediates: await intermediatesOf(ports.previewReuse, request.organizationId, images, steps),
    };
    const { trace } = await ports.previewLane.apply(job, request.organizationId, signal);
    return {
      bytes: await ports.objects.readDraft(output),
      expectedMs: costOf(wanted, images['default'] && costedInput(images['default'])).ms,
      reusedSteps: trace.steps.filter(({ reused }) => reused).length,
    };
  } catch (error) {
    const hashes = Object.values(images).map(({ hash }) => hash);
    await refuseBroken(ports, hashes, error);
    throw error instanceof LaneFailure ? refusalOf(error) : error;
  } finally {
    await ports.objects.discard(output).catch(() => {});
  }
};

const intermediatesOf = async (
  { codeVersion, intermediate, worthMs }: PreviewReuse,
  organizationId: OrganizationId,
  inputs: Record<string, { contentHash: ContentHash }>,
  steps: readonly Step[],
) => {
  const version = `${await codeVersion()} at ${WORKED_ON_SIDE}`;
  return {
    paths: reuseKeys(version, { organizationId, inputs }, steps).afterSteps.map(intermediate),
    worthMs,
  };
};

const stepsUpTo = (steps: Step[], id: string | undefined): LaneJob['steps'] => {
  if (id === undefined) return steps;
  if (id === RESERVED_STEP_ID) return [];
  const position = steps.findIndex((step) => step.id === id);
  if (position < 0)
    throw malformed(
      `The field step must be ${RESERVED_STEP_ID} or the id of a step. There is no step ${id}.`,
    );
  return steps.slice(0, position + 1);
};

/** True when the preview shows the encoded file: after all steps, or after a step that encodes or annotates it. */
const showsFile = (steps: readonly Step[], all: readonly Step[]): boolean => {
  const last = findComponent(steps.at(-1)?.component ?? '');
  return steps.length === all.length || last?.encode !== undefined || last?.annotate !== undefined;
};

const findImages = async (
  images: Images,
  { organizationId, images: given }: PreviewRequest,
): Promise<Record<string, OrganizationImage & { contentHash: OrganizationImage['hash'] }>> => {
  const found = Object.entries(given).map(async ([key, hash]) => {
    const image = await findUploaded(images, organizationId, key, hash);
    return [key, { ...image, contentHash: image.hash }] as const;
  });
  return Object.fromEntries(await Promise.all(found));
};

const refusalOf = (failure: LaneFailure): Refusal => {
  if (failure.kind === 'no_room') return noRoom(failure);
  // An exceeded deadline, an exceeded memory limit and a crash are blamed on the image or the steps; other
  // failures are not.
  return failure.code === 'system_error' || failure.kind === 'never_began' || failure.kind === 'canceled'
    ? unavailable('The preview could not be made just now. Try again.', 2, failure)
    : new Refusal('unprocessable_image', failure.message);
};
