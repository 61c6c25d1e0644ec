import { rmSync, writeFileSync } from 'node:fs';
import type { Sharp } from 'sharp';
import {
  IMAGE_FORMATS,
  type ImageFacts,
  RESULT_FORMATS,
  type ResultFormat,
} from '../../domain/images/image-formats.ts';
import { separateAlpha } from '../../pixels/separate-alpha.ts';
import { convert } from '../catalogue/output/convert.ts';
import type { Component, MetadataContext, MostPixels, Size } from '../definition/component.ts';
import type { PreparedStep } from '../steps/prepared-step.ts';
import { readParams } from '../steps/read-params.ts';
import { StepsFailure } from '../steps/steps-failure.ts';
import type { TraceRecorder } from '../steps/trace-recorder.ts';
import { readEmbeddedMetadata } from './open-input.ts';
import { sharpOf } from './sharp-pixels.ts';
import { readyForStage, runPipeline, type WorkingImage } from './working-image.ts';

type Encoding = PreparedStep<Extract<Component, { encode: object }>>;
type MetadataStep = PreparedStep<Extract<Component, { annotate: object }>>;
/**
 * `alreadyDelivered`: the file of a named output was encoded with this step, so it is not reported as superseded when a
 * later step of its kind replaces it.
 */
type Deferred = { position: number; alreadyDelivered?: true };

/** The steps that run when the file is encoded, wherever they are in the list of steps. */
export type DeferredSteps = {
  encoding?: Encoding & Deferred;
  metadata?: MetadataStep & Deferred;
  checks: (PreparedStep & Deferred)[];
};

/** Adds the step to `deferred` if it runs when the file is encoded; returns false if it must run now. */
export const deferStep = (
  deferred: DeferredSteps,
  { component, params }: PreparedStep,
  position: number,
  recorder: TraceRecorder,
): boolean => {
  if (component.checkResult) deferred.checks.push({ component, params, position });
  if (component.encode) {
    if (deferred.encoding && !deferred.encoding.alreadyDelivered)
      recorder.skip(deferred.encoding.position, 'superseded');
    deferred.encoding = { component, params, position };
  } else if (component.annotate) {
    if (deferred.metadata && !deferred.metadata.alreadyDelivered)
      recorder.skip(deferred.metadata.position, 'superseded');
    deferred.metadata = { component, params, position };
  } else return false;
  return true;
};

export const markAsDelivered = ({ encoding, metadata }: DeferredSteps): void => {
  for (const step of [encoding, metadata]) if (step) step.alreadyDelivered = true;
};

export const deferredPositions = ({ encoding, metadata, checks }: DeferredSteps): number[] =>
  [encoding, metadata, ...checks].filter((step) => step !== undefined).map(({ position }) => position);

/**
 * The encoding when there is no convert step: the input's format if it can hold the result, otherwise PNG with an alpha
 * channel and JPEG without one.
 */
const defaultEncoding = ({ format, hasAlpha }: WorkingImage): Encoding => {
  const same = RESULT_FORMATS.find((known) => known === format && (known !== 'jpeg' || !hasAlpha));
  const reading = readParams(convert, { format: same ?? (hasAlpha ? 'png' : 'jpeg') });
  if (reading.wrong || !convert.encode) throw new Error('convert refuses its own defaults');
  return { component: convert, params: reading.params };
};

/** Encodes the result file in memory. `blame` turns the error of a component into the error for the caller. */
export const encodeResult = async (
  working: WorkingImage,
  deferred: DeferredSteps,
  job: { inputs: { default: string }; output: string },
  recorder: TraceRecorder,
  blame: (culprit: Component, error: unknown) => unknown,
): Promise<{ data: Buffer; facts: ImageFacts }> => {
  const kept = `${job.output}.kept`;
  let keeps = false;
  const context: Omit<MetadataContext, 'format'> = {
    warn: recorder.warn,
    metadata: () => readEmbeddedMetadata(job.inputs.default),
    writeTemporaryFile: (bytes) => {
      keeps = true;
      writeFileSync(kept, bytes);
      return kept;
    },
  };
  try {
    return await makeFile(working, deferred, context, recorder, blame);
  } finally {
    if (keeps) rmSync(kept, { force: true });
  }
};

const makeFile = async (
  working: WorkingImage,
  { encoding, metadata, checks }: DeferredSteps,
  context: Omit<MetadataContext, 'format'>,
  recorder: TraceRecorder,
  blame: (culprit: Component, error: unknown) => unknown,
): Promise<{ data: Buffer; facts: ImageFacts }> => {
  const { component, params } = encoding ?? defaultEncoding(working);
  const { format, background } = component.encodes(params);
  if (encoding) recorder.enterStep(encoding.position);
  if (working.hasAlpha && format === 'jpeg')
    recorder.warn(`JPEG has no transparency: transparent areas were filled with ${background}.`);
  const separatesAlpha = working.hasAlpha && component.separatesAlpha(params);
  const size = await working.approximateSize();
  refuseFor(component.mostPixels(params, working.hasAlpha), size, component);
  const ready = separatesAlpha || component.encodesRepeatedly(params) ? await runPipeline(working) : working;
  const separated = separatesAlpha ? separateAlpha(ready.pixels!) : undefined;
  let image = separated ? sharpOf(separated.colours) : await readyToEncode(ready, format, background);
  if (metadata) {
    recorder.enterStep(metadata.position);
    const annotated = metadata.component.annotate(image, metadata.params, { ...context, format });
    image = await Promise.resolve(annotated).catch((error) => {
      throw blame(metadata.component, error);
    });
    if (encoding) recorder.enterStep(encoding.position);
  }
  const { data, info } = await component
    .encode(image, params, { size, alpha: separated?.alpha })
    .catch((error) => {
      throw error instanceof StepsFailure ? error : blame(component, error);
    });
  recorder.finished(info, encoding?.position, metadata?.position);
  const facts: ImageFacts = {
    format,
    contentType: IMAGE_FORMATS[format].contentType,
    width: info.width,
    height: info.height,
    bytes: data.length,
  };
  for (const check of checks) {
    const wrong = check.component.checkResult?.(facts, check.params);
    if (!wrong) continue;
    recorder.enterStep(check.position);
    throw new StepsFailure('component_failed', wrong, check.component.name);
  }
  return { data, facts };
};

/** Refuses an image that the format cannot encode within a lane's memory, before minutes are spent on it. */
const refuseFor = (most: MostPixels | undefined, { width, height }: Size, { name }: Component): void => {
  if (!most || width * height <= most.pixels) return;
  throw new StepsFailure(
    'component_failed',
    `${most.of} is limited to ${most.pixels / 1e6} megapixels, and this image would have ${Math.ceil((width * height) / 1e6)}. ` +
      'Add a resize step before, or choose another format.',
    name,
  );
};

const readyToEncode = async (
  working: WorkingImage,
  format: ResultFormat,
  background: string,
): Promise<Sharp> => {
  if (!working.hasAlpha) return working.image.removeAlpha();
  if (format !== 'jpeg') return working.image;
  return (await readyForStage(working, 'flatten')).image.flatten({ background });
};
