import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { RegionFinder } from '../../../src/components/definition/component.ts';
import type { ConfidenceFeatures } from '../../../src/matting/confidence.ts';
import type { Cutout } from '../../../src/matting/cut-out.ts';
import { ALL_PARTS, cutOut, type Parts, REGION_ALONE } from '../../../src/matting/cut-out.ts';
import type { Region } from '../../../src/matting/region.ts';
import { workImageOf } from '../../../src/matting/work-image.ts';
import { connectivityError, edgeBand, edgeError, fineError, score } from '../metrics.ts';
import { cachedRegion, type LoadedScene } from './corpus.ts';
import { CORPUS } from './packages.ts';
import type { Method, PhotoScore } from './report.ts';
import { regionOfVariant, type Variant } from './variants.ts';

/**
 * The parts of `auto` that each method has, and the variant by which it runs the network more than once, if
 * any.
 */
export const METHOD_SETTINGS: Record<Exclude<Method, 'GrabCut'>, { parts: Parts; variant?: Variant }> = {
  auto: { parts: ALL_PARTS },
  'without cut': { parts: { ...ALL_PARTS, cut: false } },
  'without fine': { parts: { ...ALL_PARTS, fine: false } },
  'without matting': { parts: { ...ALL_PARTS, fine: false, matting: false } },
  'with flip': { parts: ALL_PARTS, variant: 'flip' },
  'with padding': { parts: ALL_PARTS, variant: 'padding' },
  'with second pass': { parts: ALL_PARTS, variant: 'second pass' },
  network: { parts: REGION_ALONE },
};

/** Scores a method on a scene. The features of the confidence come from `auto`. */
export const scorePhoto = async (
  scene: LoadedScene,
  method: Method,
  model: RegionFinder,
  withFine: boolean,
): Promise<{ score: PhotoScore; features?: ConfidenceFeatures }> => {
  const { pixels, alpha, id } = scene;
  const { width, height } = pixels;
  const reference = withFine || method === 'GrabCut' ? await grabCut(id, model.size) : undefined;
  const made = method === 'GrabCut' ? undefined : await runMethod(method, scene, model);
  const matte = made ? alphaOf(made.cutout) : reference!.matte;
  return {
    score: {
      ...score(matte, alpha, width, height),
      edge: edgeError(matte, alpha, edgeBand(alpha, width, height)),
      connectivity: connectivityError(matte, alpha, width),
      ...(reference && { fine: fineError(matte, alpha, reference.matte, width, height) }),
      cpuMs: (made ?? reference!).cpuMs,
    },
    ...(method === 'auto' && { features: made!.cutout.features }),
  };
};

const runMethod = async (method: Exclude<Method, 'GrabCut'>, scene: LoadedScene, model: RegionFinder) => {
  const { parts, variant } = METHOD_SETTINGS[method];
  const region = await regionOf(scene, variant, model);
  const start = process.cpuUsage();
  const cutout = cutOut(scene.pixels, region, undefined, parts);
  const { user, system } = process.cpuUsage(start);
  return { cutout, cpuMs: (user + system) / 1000 };
};

const regionOf = async (
  scene: LoadedScene,
  variant: Variant | undefined,
  model: RegionFinder,
): Promise<Region> => {
  if (!variant) return scene.region;
  const kind = `regions-${model.size}-${variant.replace(' ', '-')}`;
  const find = (square: Uint8Array) => cachedRegion(scene.id, kind, () => model.find(square));
  return regionOfVariant(variant, workImageOf(scene.pixels), scene.region, { size: model.size, find });
};

const grabCut = async (id: string, size: number): Promise<{ matte: Uint8Array; cpuMs: number }> => {
  const path = join(CORPUS, `grabcut-${size}`, id);
  const script = join(import.meta.dirname, 'grabcut.py');
  if (!existsSync(`${path}.json`))
    execFileSync('/usr/bin/python3', [script, CORPUS, String(size)], { input: id });
  const matte = await sharp(`${path}.png`).extractChannel(0).raw().toBuffer();
  return { matte, cpuMs: JSON.parse(readFileSync(`${path}.json`, 'utf8')).ms };
};

export const alphaOf = ({ rgba }: Cutout): Uint8Array => {
  const alpha = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < alpha.length; i++) alpha[i] = rgba[i * 4 + 3]!;
  return alpha;
};
