import type { Sharp } from 'sharp';
import type { ImageFormat } from '../../domain/images/image-formats.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import {
  type Component,
  type PictureFacts,
  type Size,
  STAGES,
  type Stage,
  type StepHelp,
} from '../definition/component.ts';
import { sharp } from './sharp-setup.ts';

/** A picture on its way: an open pipeline, with what is known of it. */
export type Picture = {
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

export const freshPicture = (
  picture: Omit<Picture, 'stage' | 'about'> & Partial<Pick<Picture, 'about'>>,
): Picture => ({ about: picture.size, ...picture, stage: FRESH });

/** The picture with more in its pipeline, which has got as far as this stage with it. */
export const withStage = (picture: Picture, image: Sharp, stage: Stage): Picture => ({
  ...picture,
  image,
  stage: STAGES.indexOf(stage),
  pixels: undefined,
});

/** Carries out what is pending: raw 8-bit sRGB pixels and a fresh pipeline on them. */
export const settle = async (picture: Picture): Promise<Picture> => {
  if (isFresh(picture) && picture.pixels) return picture;
  const image = picture.hasAlpha ? picture.image.ensureAlpha() : picture.image.removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const channels = picture.hasAlpha ? 4 : 3;
  return onPixels(picture, { width: info.width, height: info.height, channels, data });
};

/** A picture that stands on pixels. `source` is what is still known of the file. */
export const onPixels = (source: Pick<Picture, 'format' | 'warnings'>, pixels: Pixels): Picture => {
  const { data, width, height, channels } = pixels;
  return freshPicture({
    image: sharp(data, { raw: { width, height, channels }, limitInputPixels: false }),
    hasAlpha: channels === 4,
    format: source.format,
    ...(source.warnings && { warnings: source.warnings }),
    size: async () => ({ width, height }),
    pixels,
  });
};

const isFresh = (picture: Picture): boolean => picture.stage === FRESH;
export const settleUnlessFresh = async (picture: Picture): Promise<Picture> =>
  isFresh(picture) ? picture : settle(picture);

/** A picture whose pipeline can still take a step that begins at this stage. */
export const openAt = async (picture: Picture, first: Stage): Promise<Picture> =>
  isFresh(picture) || (STAGES.indexOf(first) > picture.stage && !falsifiesColours(picture, first))
    ? picture
    : settle(picture);

/** Beside a resize or sharpen, sharp would change colours while they are multiplied by their opacity. */
const falsifiesColours = ({ hasAlpha, stage }: Picture, first: Stage): boolean =>
  hasAlpha && (first === 'modulate' || STAGES[stage] === 'modulate');

export const factsOf = async (fresh: Picture): Promise<PictureFacts> => ({
  ...(await fresh.size()),
  hasAlpha: fresh.hasAlpha,
  format: fresh.format,
});

/** The picture as the component can take it: what is pending is carried out where one pipeline cannot hold both. */
export const readyFor = (
  picture: Picture,
  component: Component,
  params: Record<string, unknown>,
): Promise<Picture> => {
  if (component.pixels) return settle(picture);
  if (!component.run) throw new Error(`${component.name} has its turn at the end`);
  return component.measures ? settleUnlessFresh(picture) : openAt(picture, component.place(params)[0]);
};

/** The picture, once it is ready, with one more step: pending until its pipeline is carried out, where one does it. */
export const withStep = async (
  ready: Picture,
  component: Component,
  params: Record<string, unknown>,
  help: StepHelp,
): Promise<Picture> => {
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
