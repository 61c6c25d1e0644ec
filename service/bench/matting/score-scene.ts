import sharp from 'sharp';
import type { RegionFinder } from '../../src/components/definition/component.ts';
import { studioRegion } from '../../src/matting/background/studio-region.ts';
import type { Cutout } from '../../src/matting/cut-out.ts';
import { cutOut, REGION_ALONE } from '../../src/matting/cut-out.ts';
import { squareOf } from '../../src/matting/model/model-tensors.ts';
import { seeThrough } from '../../src/matting/see-through.ts';
import { workImageOf } from '../../src/matting/work-image.ts';
import type { Pixels } from '../../src/pixels/pixels.ts';
import { borderThreshold } from './border-threshold.ts';
import { score } from './metrics.ts';
import { METHODS, type Row } from './report.ts';
import { type allScenes, renderScene, type Scene } from './scene.ts';

export const SIDE = 640;

/** Renders a scene and scores the result of every method. */
export const scoreScene = async (
  model: RegionFinder,
  { family, set, seed }: ReturnType<typeof allScenes>[number],
): Promise<Row> => {
  const scene = renderScene(family, seed, SIDE);
  const { width, height, alpha } = scene;
  const pixels = { width, height, channels: 3, data: await throughJpeg(scene) } as const;
  const { mattes, glassMatte, confidence } = await mattesOf(model, pixels);
  const scores = Object.fromEntries(
    METHODS.map((method) => [method, score(mattes[method], alpha, width, height)]),
  ) as Row['scores'];
  const asGlass = scene.family === 'glass' && score(glassMatte(), alpha, width, height);
  return { scene: scene.name, family: scene.family, set, confidence, scores, ...(asGlass && { asGlass }) };
};

const throughJpeg = async (scene: Scene): Promise<Uint8Array> => {
  const { rgb, width, height, jpegQuality } = scene;
  if (jpegQuality === undefined) return rgb;
  const jpeg = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
  return new Uint8Array(await sharp(jpeg).raw().toBuffer());
};

const alphaOf = ({ rgba }: Cutout): Uint8Array => {
  const alpha = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < alpha.length; i++) alpha[i] = rgba[i * 4 + 3]!;
  return alpha;
};

type Mattes = {
  confidence: number;
  mattes: Record<(typeof METHODS)[number], Uint8Array>;
  glassMatte(): Uint8Array;
};

const mattesOf = async (model: RegionFinder, pixels: Pixels): Promise<Mattes> => {
  const work = workImageOf(pixels);
  const region = await model.find(squareOf(work, model.size));
  const auto = cutOut(pixels, region, work);
  return {
    confidence: auto.confidence,
    mattes: {
      floor: borderThreshold(pixels.data, pixels.width, pixels.height),
      studio: alphaOf(cutOut(pixels, studioRegion(work), work)),
      model: alphaOf(cutOut(pixels, region, work, REGION_ALONE)),
      auto: alphaOf(auto),
    },
    glassMatte: () => {
      seeThrough(pixels, auto, work);
      return alphaOf(auto);
    },
  };
};
