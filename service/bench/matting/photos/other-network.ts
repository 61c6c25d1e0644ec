import { readFileSync } from 'node:fs';
import { cutOut, type Parts, partsFor, REGION_ALONE } from '../../../src/matting/cut-out.ts';
import { readModelDeclaration } from '../../../src/matting/model/model-declaration.ts';
import { edgeBand, edgeError, score } from '../metrics.ts';
import { openBenchModel } from './bench-model.ts';
import { loadScene, scenesOf } from './corpus.ts';
import { alphaOf } from './score-photo.ts';

/**
 * `node service/bench/matting/photos/other-network.ts DECLARATION.json [tuning | validation] [scenes]`: checks that
 * `auto` refines the mask of another network, declared as in DARKROOM_MODEL, and never makes it worse.
 */

const [path = '', set = 'validation', count = '30'] = process.argv.slice(2);
if (set !== 'tuning' && set !== 'validation') throw new Error('The second argument is tuning or validation.');
const read = readModelDeclaration(JSON.parse(readFileSync(path, 'utf8')));
if ('wrong' in read) throw new Error(read.wrong);

const model = openBenchModel(read.declaration);
const scenes = (await scenesOf(set)).filter(({ difficulty }) => !difficulty).slice(0, Number(count));
const sums = { network: { iou: 0, edge: 0 }, auto: { iou: 0, edge: 0 } };
const worse: string[] = [];
for (const ref of scenes) {
  const { pixels, region, alpha } = await loadScene(ref, model);
  const { width, height } = pixels;
  const band = edgeBand(alpha, width, height);
  const scored = (parts: Parts) => {
    const matte = alphaOf(cutOut(pixels, region, undefined, parts));
    return { iou: score(matte, alpha, width, height).iou, edge: 1000 * edgeError(matte, alpha, band) };
  };
  const row = { network: scored(REGION_ALONE), auto: scored(partsFor(region)) };
  for (const method of ['network', 'auto'] as const) {
    sums[method].iou += row[method].iou / scenes.length;
    sums[method].edge += row[method].edge / scenes.length;
  }
  if (row.auto.iou < row.network.iou - 0.005)
    worse.push(`${ref.id}: ${row.auto.iou.toFixed(3)}, network ${row.network.iou.toFixed(3)}`);
}
await model.close();
console.log(`${scenes.length} scenes, network of ${model.size} pixels`);
console.log('| | IoU | edge error, thousandths |\n|---|---|---|');
for (const [method, { iou, edge }] of Object.entries(sums))
  console.log(`| ${method} | ${iou.toFixed(4)} | ${edge.toFixed(1)} |`);
console.log(`Worse than the network by more than 0.005: ${worse.length}`, ...worse);
