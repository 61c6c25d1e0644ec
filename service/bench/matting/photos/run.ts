import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openShippedModel } from './bench-model.ts';
import { scenesOf } from './corpus.ts';
import { COST_SIZES, costOf } from './costs.ts';
import { rowOf } from './kept-rows.ts';
import { reliabilityPlot } from './reliability-plot.ts';
import { type Costs, HARD_METHODS, MAIN_METHODS, METHODS, type PhotoRow, report } from './report.ts';

/**
 * `node service/bench/matting/photos/run.ts [tuning | validation] [usual scenes] [of these with all methods] [hard scenes]`:
 * scores `auto`, the network alone and GrabCut on composites of photographed objects, and on some of them also each part of
 * `auto`. A run on validation is written to results.md. Needs a Debian system with python3-opencv; the first run downloads
 * 350 MB and makes the scenes.
 */

const [set = 'validation', usual = '180', whole = '180', hard = '200'] = process.argv.slice(2);
if (set !== 'tuning' && set !== 'validation') throw new Error('The first argument is tuning or validation.');

const PLOT = join(import.meta.dirname, '../../../../docs/images/confidence.svg');

const model = openShippedModel();
const scenes = await scenesOf(set);
const usualScenes = scenes.filter((scene) => !scene.hard).slice(0, Number(usual));
const hardScenes = scenes.filter((scene) => scene.hard).slice(0, Number(hard));
// One after the other: what is asked for first is complete when a run is interrupted.
for (const ref of usualScenes) await rowOf(ref, MAIN_METHODS, model);
for (const ref of hardScenes) await rowOf(ref, HARD_METHODS, model);
const rows: PhotoRow[] = [];
for (const [n, ref] of usualScenes.entries())
  rows.push(await rowOf(ref, n < Number(whole) ? METHODS : MAIN_METHODS, model));
for (const ref of hardScenes) rows.push(await rowOf(ref, HARD_METHODS, model));
await model.close();

const costs: Costs = COST_SIZES.map((size) => ({
  megapixels: Number(((size.width * size.height) / 1e6).toFixed(1)),
  costs: Object.fromEntries(
    METHODS.filter((method) => !method.startsWith('with ')).map((method) => [method, costOf(method, size)]),
  ),
}));

const text = report(rows, set, costs);
console.log(text);
if (set === 'validation') {
  writeFileSync(join(import.meta.dirname, 'results.md'), text);
  writeFileSync(PLOT, reliabilityPlot(rows));
}
