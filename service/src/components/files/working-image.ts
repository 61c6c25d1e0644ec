import type { Sharp } from 'sharp';
import type { ImageFormat } from '../../domain/images/image-formats.ts';
import type { Transform } from '../../domain/images/transform.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import {
  type Component,
  type Size,
  STAGES,
  type Stage,
  type StepContext,
  type StepImageFacts,
} from '../definition/component.ts';
import { sharp } from './sharp-setup.ts';

/** The image between two steps: a sharp pipeline that further operations can be added to, and its known properties. */
export type WorkingImage = {
  image: Sharp;
  /** The last stage in use, in sharp's fixed order of operations; -1 for a fresh pipeline, which uses no stage yet. */
  stage: number;
  hasAlpha: boolean;
  /** The format of the input. */
  format: ImageFormat;
  /** The exact size. Valid only for a fresh pipeline. */
  size(): Promise<Size>;
  /** The size after the pending operations, exact to a pixel or two. */
  approximateSize(): Promise<Size>;
  /** The pixels that a fresh pipeline starts from; undefined if it starts from a file. */
  pixels?: Pixels | undefined;
  /** Returns the map from the pixels of the input file to the upright image. */
  upright?: (() => Promise<Transform>) | undefined;
  /** Warnings about the input file, for the trace. */
  warnings?: readonly string[];
};

const FRESH = -1;

export const freshImage = (
  working: Omit<WorkingImage, 'stage' | 'approximateSize'> & Partial<Pick<WorkingImage, 'approximateSize'>>,
): WorkingImage => ({ approximateSize: working.size, ...working, stage: FRESH });

/** The image with a longer pipeline, whose last stage in use is now `stage`. */
export const withStage = (working: WorkingImage, image: Sharp, stage: Stage): WorkingImage => ({
  ...working,
  image,
  stage: STAGES.indexOf(stage),
  pixels: undefined,
});

/** Carries out the pending operations. The result is a fresh pipeline on raw 8-bit sRGB pixels. */
export const runPipeline = async (working: WorkingImage): Promise<WorkingImage> => {
  if (isFresh(working) && working.pixels) return working;
  const image = working.hasAlpha ? working.image.ensureAlpha() : working.image.removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const channels = working.hasAlpha ? 4 : 3;
  return onPixels(working, { width: info.width, height: info.height, channels, data });
};

type Source = Pick<WorkingImage, 'format' | 'warnings' | 'upright'>;

/** A fresh pipeline on pixels. `source` gives the format, the warnings and the orientation of the input file. */
export const onPixels = (source: Source, pixels: Pixels): WorkingImage => {
  const { data, width, height, channels } = pixels;
  return freshImage({
    image: sharp(data, { raw: { width, height, channels }, limitInputPixels: false }),
    hasAlpha: channels === 4,
    format: source.format,
    ...(source.warnings && { warnings: source.warnings }),
    ...(source.upright && { upright: source.upright }),
    size: async () => ({ width, height }),
    pixels,
  });
};

const isFresh = (working: WorkingImage): boolean => working.stage === FRESH;
export const runPipelineUnlessFresh = async (working: WorkingImage): Promise<WorkingImage> =>
  isFresh(working) ? working : runPipeline(working);

/**
 * The image with a pipeline that can take a step beginning at stage `first`. The pending operations are carried out
 * if the pipeline is already past that stage.
 */
export const readyForStage = async (working: WorkingImage, first: Stage): Promise<WorkingImage> =>
  isFresh(working) || (STAGES.indexOf(first) > working.stage && !falsifiesColours(working, first))
    ? working
    : runPipeline(working);

/**
 * In one pipeline with resize or sharpen, sharp would run modulate on colours premultiplied by alpha, which falsifies
 * them.
 */
const falsifiesColours = ({ hasAlpha, stage }: WorkingImage, first: Stage): boolean =>
  hasAlpha && (first === 'modulate' || STAGES[stage] === 'modulate');

export const factsOf = async (fresh: WorkingImage): Promise<StepImageFacts> => ({
  ...(await fresh.size()),
  hasAlpha: fresh.hasAlpha,
  format: fresh.format,
});

/**
 * Prepares the image for a component: carries out the pending operations if one pipeline cannot hold them and the
 * component.
 */
export const readyFor = (
  working: WorkingImage,
  component: Component,
  params: Record<string, unknown>,
): Promise<WorkingImage> => {
  if (component.pixels) return runPipeline(working);
  if (!component.run) throw new Error(`${component.name} runs when the file is encoded`);
  return component.needsSize
    ? runPipelineUnlessFresh(working)
    : readyForStage(working, component.stages(params)[0]);
};

/** Adds a step to an image that `readyFor` has prepared. A pipeline step stays pending; a pixel step runs now. */
export const withStep = async (
  ready: WorkingImage,
  component: Component,
  params: Record<string, unknown>,
  context: StepContext,
): Promise<WorkingImage> => {
  if (component.pixels) return onPixels(ready, await component.pixels(ready.pixels!, params, context));
  if (!component.run) throw new Error(`${component.name} runs when the file is encoded`);
  const image = component.needsSize
    ? await component.run(ready.image, params, await factsOf(ready), context)
    : component.run(ready.image, params, ready.hasAlpha);
  const { sizeAfter } = component;
  return {
    ...withStage(ready, image, component.stages(params)[1]),
    ...(sizeAfter && { approximateSize: async () => sizeAfter(params, await ready.approximateSize()) }),
    hasAlpha: component.alphaAfter?.(params, ready.hasAlpha) ?? ready.hasAlpha,
  };
};
