import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { RegionFinder } from '../../../src/components/definition/component.ts';
import { ALL_PARTS, cutOut, type Parts, REGION_ALONE } from '../../../src/matting/cut-out.ts';
import type { Cutout, Region } from '../../../src/matting/cutout.ts';
import { workImageOf } from '../../../src/matting/work-image.ts';
import { connectivityError, edgeBand, edgeError, fineError, score } from '../metrics.ts';
import { keptRegion, type LoadedScene } from './corpus.ts';
import { CORPUS } from './packages.ts';
import type { Method, PhotoRow, PhotoScore } from './report.ts';
import { type Trial, tried } from './trials.ts';

/** The parts of `auto` that each method has, and who is asked for the region if not the network once. */
export const MADE_BY: Record<Exclude<Method, 'GrabCut'>, { parts: Parts; trial?: Trial }> = {
  auto: { parts: ALL_PARTS },
  'without odds': { parts: { ...ALL_PARTS, odds: 0 } },
  'without cut': { parts: { ...ALL_PARTS, cut: false } },
  'without fine': { parts: { ...ALL_PARTS, fine: false } },
  'without matting': { parts: { ...ALL_PARTS, fine: false, matting: false } },
  'with flip': { parts: ALL_PARTS, trial: 'flip' },
  'with padding': { parts: ALL_PARTS, trial: 'padding' },
  'with second pass': { parts: ALL_PARTS, trial: 'second pass' },
  network: { parts: REGION_ALONE },
};

/** Scores the methods on a scene. */
export const scorePhoto = async (
  scene: LoadedScene,
  methods: readonly Method[],
  model: RegionFinder,
): Promise<PhotoRow> => {
  const { pixels, alpha, id, background, hard } = scene;
  const { width, height } = pixels;
  const cut = methods.includes('GrabCut') ? await grabCut(id, model.size) : new Uint8Array(alpha.length);
  const band = edgeBand(alpha, width, height);
  const scores = {} as Record<Method, PhotoScore>;
  let auto: Cutout | undefined;
  for (const method of methods) {
    const made = method === 'GrabCut' ? undefined : MADE_BY[method];
    const region = made && (await regionOf(scene, made.trial, model));
    const start = performance.now();
    const cutout = made && cutOut(pixels, region!, undefined, made.parts);
    const ms = performance.now() - start;
    if (method === 'auto') auto = cutout;
    const matte = cutout ? alphaOf(cutout) : cut;
    scores[method] = {
      ...score(matte, alpha, width, height),
      edge: edgeError(matte, alpha, band),
      connectivity: connectivityError(matte, alpha, width),
      fine: fineError(matte, alpha, cut, width, height),
      ms,
    };
  }
  const { confidence, signs } = auto!;
  return { id, background, ...(hard && { hard }), confidence, signs, scores };
};

const regionOf = async (
  scene: LoadedScene,
  trial: Trial | undefined,
  model: RegionFinder,
): Promise<Region> => {
  if (!trial) return scene.region;
  const kind = `regions-${model.size}-${trial.replace(' ', '-')}`;
  const find = (square: Uint8Array) => keptRegion(scene.id, kind, () => model.find(square));
  return tried(trial, workImageOf(scene.pixels), scene.region, { size: model.size, find });
};

const grabCut = async (id: string, size: number): Promise<Uint8Array> => {
  const path = join(CORPUS, `grabcut-${size}`, `${id}.png`);
  const script = join(import.meta.dirname, 'grabcut.py');
  if (!existsSync(path)) execFileSync('/usr/bin/python3', [script, CORPUS, String(size)], { input: id });
  return sharp(path).extractChannel(0).raw().toBuffer();
};

export const alphaOf = ({ rgba }: Cutout): Uint8Array => {
  const alpha = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < alpha.length; i++) alpha[i] = rgba[i * 4 + 3]!;
  return alpha;
};
