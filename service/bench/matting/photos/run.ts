import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { cutOut, type Parts, REGION_ALONE } from '../../../src/matting/cut-out.ts';
import type { Cutout } from '../../../src/matting/cutout.ts';
import { SHIPPED_MODEL } from '../../../src/matting/model/model-declaration.ts';
import { squareOf } from '../../../src/matting/model/model-tensors.ts';
import { workImageOf } from '../../../src/matting/work-image.ts';
import { openModelOnDemand } from '../../../src/worker/models/model-on-demand.ts';
import { connectivityError, edgeBand, edgeError, fineError, score } from '../metrics.ts';
import type { SceneRef } from './compose.ts';
import { type LoadedScene, loadScene, scenesOf } from './corpus.ts';
import { CORPUS } from './packages.ts';
import { METHODS, type Method, type PhotoRow, report } from './report.ts';

/**
 * `node service/bench/matting/photos/run.ts [tuning | validation] [usual scenes] [hard scenes]`: scores `auto`, its parts
 * and the references on composites of photographed objects. A run on validation is written to results.md. Needs a Debian
 * system with python3-opencv; the first run downloads 350 MB and makes the scenes.
 */

const [set = 'validation', usual = '180', hard = '60'] = process.argv.slice(2);
if (set !== 'tuning' && set !== 'validation') throw new Error('The first argument is tuning or validation.');

const ALL: Parts = { odds: true, cut: true, fine: true, matting: true };
const PARTS: Record<Exclude<Method, 'GrabCut'>, Parts> = {
  auto: ALL,
  'without odds': { ...ALL, odds: false },
  'without cut': { ...ALL, cut: false },
  'without fine': { ...ALL, fine: false },
  'without matting': { ...ALL, fine: false, matting: false },
  network: REGION_ALONE,
};

const model = openModelOnDemand({
  declaration: SHIPPED_MODEL,
  threads: availableParallelism(),
  deadlineMs: 120_000,
  memoryBytes: 2 * 1024 ** 3,
});

const grabCut = async ({ id }: SceneRef): Promise<Uint8Array> => {
  const path = join(CORPUS, `grabcut-${model.size}`, `${id}.png`);
  const script = join(import.meta.dirname, 'grabcut.py');
  if (!existsSync(path))
    execFileSync('/usr/bin/python3', [script, CORPUS, String(model.size)], { input: id });
  return sharp(path).extractChannel(0).raw().toBuffer();
};

/** The scores of a scene are kept on disk for this version of the code, so that a run can be interrupted or shared. */
const ROWS = join(CORPUS, `rows-${codeVersion()}`);

function codeVersion(): string {
  const sources = join(import.meta.dirname, '../../../src');
  const files = globSync(['matting/**/*.ts', 'pixels/**/*.ts'], { cwd: sources }).toSorted();
  return hash('sha256', files.map((file) => readFileSync(join(sources, file), 'utf8')).join('')).slice(0, 12);
}

const keptRow = async (id: string, make: () => Promise<PhotoRow>): Promise<PhotoRow> => {
  const path = join(ROWS, `${id}.json`);
  if (!existsSync(path)) {
    mkdirSync(ROWS, { recursive: true });
    writeFileSync(path, JSON.stringify(await make()));
  }
  return JSON.parse(readFileSync(path, 'utf8'));
};

const alphaOf = ({ rgba }: Cutout): Uint8Array => {
  const alpha = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < alpha.length; i++) alpha[i] = rgba[i * 4 + 3]!;
  return alpha;
};

const scoreScene = async (scene: LoadedScene): Promise<PhotoRow> => {
  const { pixels, region, alpha, id, background, hard } = scene;
  const { width, height } = pixels;
  // Hard scenes are there for the confidence alone.
  const methods: readonly Method[] = hard ? ['auto', 'network'] : METHODS;
  const cut = hard ? new Uint8Array(alpha.length) : await grabCut(scene);
  const band = edgeBand(alpha, width, height);
  let confidence = 0;
  const scoreOf = (method: Method) => {
    const start = performance.now();
    const made = method === 'GrabCut' ? undefined : cutOut(pixels, region, undefined, PARTS[method]);
    const ms = performance.now() - start;
    if (method === 'auto') confidence = made!.confidence;
    const matte = made ? alphaOf(made) : cut;
    return {
      ...score(matte, alpha, width, height),
      edge: edgeError(matte, alpha, band),
      connectivity: connectivityError(matte, alpha, width),
      fine: fineError(matte, alpha, cut, width, height),
      ms,
    };
  };
  const scores = Object.fromEntries(methods.map((method) => [method, scoreOf(method)])) as PhotoRow['scores'];
  return { id, background, hard, confidence, scores };
};

const scenes = await scenesOf(set);
const chosen = [
  ...scenes.filter((scene) => !scene.hard).slice(0, Number(usual)),
  ...scenes.filter((scene) => scene.hard).slice(0, Number(hard)),
];
const load = (ref: SceneRef) => loadScene(ref, model, (pixels) => squareOf(workImageOf(pixels), model.size));
const rows: PhotoRow[] = [];
for (const ref of chosen) rows.push(await keptRow(ref.id, async () => scoreScene(await load(ref))));
await model.close();

const text = report(rows, set);
console.log(text);
if (set === 'validation') await writeFile(join(import.meta.dirname, 'results.md'), text);
