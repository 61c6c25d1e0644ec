import type { Sharp } from 'sharp';
import type { ImageFormat } from '../../domain/images/image-formats.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import {
  type Component,
  type Size,
  STAGES,
  type Stage,
  type StepHelp,
  type StepImageFacts,
} from '../definition/component.ts';
import { sharp } from './sharp-setup.ts';

/** An image on its way: an open pipeline, with what is known of it. */
export type WorkingImage = {
  image: Sharp;
  /** How far the pipeline has got in sharp's fixed order; -1 when nothing was asked of it yet. */
  stage: number;
  hasAlpha: boolean;
  /** The format of the input. */
  format: ImageFormat;
  /** Only a fresh pipeline can be measured. */
  size(): Promise<Size>;
  /** How large it is when what is pending is carried out, to a pixel or two. */
  about(): Promise<Size>;
  /** What a fresh pipeline stands on, when that is pixels and not a file. */
  pixels?: Pixels | undefined;
  /** What a person should know of the file that it came from. */
  warnings?: readonly string[];
};

const FRESH = -1;

export const freshImage = (
  working: Omit<WorkingImage, 'stage' | 'about'> & Partial<Pick<WorkingImage, 'about'>>,
): WorkingImage => ({ about: working.size, ...working, stage: FRESH });

/** The image with more in its pipeline, which has got as far as this stage with it. */
export const withStage = (working: WorkingImage, image: Sharp, stage: Stage): WorkingImage => ({
  ...working,
  image,
  stage: STAGES.indexOf(stage),
  pixels: undefined,
});

/** Carries out what is pending: raw 8-bit sRGB pixels and a fresh pipeline on them. */
export const settle = async (working: WorkingImage): Promise<WorkingImage> => {
  if (isFresh(working) && working.pixels) return working;
  const image = working.hasAlpha ? working.image.ensureAlpha() : working.image.removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const channels = working.hasAlpha ? 4 : 3;
  return onPixels(working, { width: info.width, height: info.height, channels, data });
};

/** An image that stands on pixels. `source` is what is still known of the file. */
export const onPixels = (source: Pick<WorkingImage, 'format' | 'warnings'>, pixels: Pixels): WorkingImage => {
  const { data, width, height, channels } = pixels;
  return freshImage({
    image: sharp(data, { raw: { width, height, channels }, limitInputPixels: false }),
    hasAlpha: channels === 4,
    format: source.format,
    ...(source.warnings && { warnings: source.warnings }),
    size: async () => ({ width, height }),
    pixels,
  });
};

const isFresh = (working: WorkingImage): boolean => working.stage === FRESH;
export const settleUnlessFresh = async (working: WorkingImage): Promise<WorkingImage> =>
  isFresh(working) ? working : settle(working);

/** An image whose pipeline can still take a step that begins at this stage. */
export const openAt = async (working: WorkingImage, first: Stage): Promise<WorkingImage> =>
  isFresh(working) || (STAGES.indexOf(first) > working.stage && !falsifiesColours(working, first))
    ? working
    : settle(working);

/** Beside a resize or sharpen, sharp would change colours while they are multiplied by their opacity. */
const falsifiesColours = ({ hasAlpha, stage }: WorkingImage, first: Stage): boolean =>
  hasAlpha && (first === 'modulate' || STAGES[stage] === 'modulate');

export const factsOf = async (fresh: WorkingImage): Promise<StepImageFacts> => ({
  ...(await fresh.size()),
  hasAlpha: fresh.hasAlpha,
  format: fresh.format,
});

/** The image as the component can take it: what is pending is carried out where one pipeline cannot hold both. */
export const readyFor = (
  working: WorkingImage,
  component: Component,
  params: Record<string, unknown>,
): Promise<WorkingImage> => {
  if (component.pixels) return settle(working);
  if (!component.run) throw new Error(`${component.name} has its turn at the end`);
  return component.measures ? settleUnlessFresh(working) : openAt(working, component.place(params)[0]);
};

/** The image, once it is ready, with one more step: pending until its pipeline is carried out, where one does it. */
export const withStep = async (
  ready: WorkingImage,
  component: Component,
  params: Record<string, unknown>,
  help: StepHelp,
): Promise<WorkingImage> => {
  if (component.pixels) return onPixels(ready, await component.pixels(ready.pixels!, params, help));
  if (!component.run) throw new Error(`${component.name} has its turn at the end`);
  const image = component.measures
    ? await component.run(ready.image, params, await factsOf(ready), help)
    : component.run(ready.image, params, ready.hasAlpha);
  const { sizeAfter } = component;
  return {
    ...withStage(ready, image, component.place(params)[1]),
    ...(sizeAfter && { about: async () => sizeAfter(params, await ready.about()) }),
    hasAlpha: component.alphaAfter?.(params, ready.hasAlpha) ?? ready.hasAlpha,
  };
};
