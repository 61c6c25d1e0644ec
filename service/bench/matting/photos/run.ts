import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openShippedModel } from './bench-model.ts';
import { rowOf } from './cached-scores.ts';
import type { SceneRef } from './compose.ts';
import { scenesOf } from './corpus.ts';
import { COST_SIZES, costOf } from './costs.ts';
import { reliabilityPlot } from './reliability-plot.ts';
import {
  COST_METHODS,
  type Costs,
  HARD_METHODS,
  MAIN_METHODS,
  type Method,
  PART_METHODS,
  type PhotoRow,
  report,
  VARIANT_METHODS,
} from './report.ts';

/**
 * `node service/bench/matting/photos/run.ts [tuning | validation] [usual scenes] [with parts] [with variants]
 * [hard scenes]`: scores `auto`, the network alone and GrabCut on composites of photographed objects. On some
 * of them it also scores `auto` with each of its parts left out in turn, and `auto` with a second run of the
 * network. A run on validation is written to results.md. Needs a Debian system with python3-opencv; the first
 * run downloads 350 MB and makes the scenes. All scores are cached, so a run can be interrupted.
 */

const [set = 'validation', usual = '180', parts = '60', variants = '20', hard = '140'] =
  process.argv.slice(2);
if (set !== 'tuning' && set !== 'validation') throw new Error('The first argument is tuning or validation.');

const PLOT = join(import.meta.dirname, '../../../../docs/images/confidence.svg');

const model = openShippedModel();
const scenes = await scenesOf(set);
const usualScenes = scenes.filter((scene) => !scene.difficulty).slice(0, Number(usual));
const hardScenes = scenes.filter((scene) => scene.difficulty).slice(0, Number(hard));
const asked: [SceneRef[], readonly Method[]][] = [
  [usualScenes, MAIN_METHODS],
  [hardScenes, HARD_METHODS],
  [usualScenes.slice(0, Number(parts)), PART_METHODS],
  [usualScenes.slice(0, Number(variants)), VARIANT_METHODS],
];
const rows = new Map<string, PhotoRow>();
for (const [refs, methods] of asked)
  for (const ref of refs) rows.set(ref.id, await rowOf(ref, methods, model));
await model.close();

const costs: Costs = COST_SIZES.map((size) => ({
  megapixels: Number(((size.width * size.height) / 1e6).toFixed(1)),
  costs: Object.fromEntries(COST_METHODS.map((method) => [method, costOf(method, size)])),
}));

const text = report([...rows.values()], set, costs);
console.log(text);
if (set === 'validation') {
  writeFileSync(join(import.meta.dirname, 'results.md'), text);
  writeFileSync(PLOT, reliabilityPlot([...rows.values()]));
}
