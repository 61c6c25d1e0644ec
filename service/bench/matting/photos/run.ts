import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { confidenceOf } from '../../../src/matting/confidence.ts';
import { openShippedModel } from './bench-model.ts';
import type { SceneRef } from './compose.ts';
import { loadScene, scenesOf } from './corpus.ts';
import { COST_SIZES, costOf } from './costs.ts';
import { CORPUS } from './packages.ts';
import { type Costs, MAIN_METHODS, METHODS, type Method, type PhotoRow, report } from './report.ts';
import { scorePhoto } from './score-photo.ts';

/**
 * `node service/bench/matting/photos/run.ts [tuning | validation] [usual scenes] [of these with all methods] [hard scenes]`:
 * scores `auto`, the network alone and GrabCut on composites of photographed objects, and on some of them also each part of
 * `auto`. A run on validation is written to results.md. Needs a Debian system with python3-opencv; the first run downloads
 * 350 MB and makes the scenes.
 */

const [set = 'validation', usual = '180', whole = '180', hard = '200'] = process.argv.slice(2);
if (set !== 'tuning' && set !== 'validation') throw new Error('The first argument is tuning or validation.');

/**
 * The scores of a scene are kept on disk for this version of the code, so that a run can be interrupted. The weights of the
 * confidence do not count as code: the confidence is computed from the kept signs.
 */
const ROWS = join(CORPUS, `rows-${codeVersion()}`);

function codeVersion(): string {
  const sources = join(import.meta.dirname, '../../../src');
  const files = globSync(['matting/**/*.ts', 'pixels/**/*.ts'], {
    cwd: sources,
    exclude: ['matting/confidence.ts'],
  }).toSorted();
  return hash('sha256', files.map((file) => readFileSync(join(sources, file), 'utf8')).join('')).slice(0, 12);
}

const keptRow = async (id: string, make: () => Promise<PhotoRow>): Promise<PhotoRow> => {
  const path = join(ROWS, `${id}.json`);
  if (!existsSync(path)) {
    mkdirSync(ROWS, { recursive: true });
    writeFileSync(path, JSON.stringify(await make()));
  }
  const row: PhotoRow = JSON.parse(readFileSync(path, 'utf8'));
  return { ...row, confidence: confidenceOf(row.signs) };
};

const model = openShippedModel();
const scenes = await scenesOf(set);
const usualScenes = scenes.filter((scene) => !scene.hard).slice(0, Number(usual));
const hardScenes = scenes.filter((scene) => scene.hard).slice(0, Number(hard));
const rows: PhotoRow[] = [];
const scoreAll = async (refs: SceneRef[], methods: readonly Method[]) => {
  for (const ref of refs)
    rows.push(await keptRow(ref.id, async () => scorePhoto(await loadScene(ref, model), methods, model)));
};
await scoreAll(usualScenes.slice(0, Number(whole)), METHODS);
await scoreAll(usualScenes.slice(Number(whole)), MAIN_METHODS);
await scoreAll(hardScenes, ['auto', 'network']);
await model.close();

const costs: Costs = COST_SIZES.map((size) => ({
  megapixels: Number(((size.width * size.height) / 1e6).toFixed(1)),
  costs: Object.fromEntries(
    METHODS.filter((method) => !method.startsWith('with ')).map((method) => [method, costOf(method, size)]),
  ),
}));

const text = report(rows, set, costs);
console.log(text);
if (set === 'validation') writeFileSync(join(import.meta.dirname, 'results.md'), text);
