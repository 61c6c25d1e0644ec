import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { cutOutAuto } from '../../src/matting/auto.ts';
import { cutOutModel } from '../../src/matting/model-cutout.ts';
import { SHIPPED_MODEL } from '../../src/matting/model-declaration.ts';
import { squareOf } from '../../src/matting/model-tensors.ts';
import type { Cutout, Pixels } from '../../src/matting/pixels.ts';
import { sketchOf } from '../../src/matting/sketch.ts';
import { cutOutStudio } from '../../src/matting/studio.ts';
import { openModel } from '../../src/worker/model.ts';
import { borderThreshold } from './border-threshold.ts';
import { score } from './metrics.ts';
import { METHODS, RESULTS, type Row, report, runTimeIn } from './report.ts';
import { allScenes, renderScene, type Scene } from './scene.ts';

/** `node service/bench/matting/run.ts [family or set]`: scores every method; a full run is kept in results.md. */

const SIDE = 640;
const only = process.argv[2];

const model = openModel({
  declaration: SHIPPED_MODEL,
  threads: availableParallelism(),
  deadlineMs: 120_000,
  memoryBytes: 2 * 1024 ** 3,
});

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

type Mattes = { confidence: number; mattes: Record<(typeof METHODS)[number], Uint8Array> };

const mattesOf = async (pixels: Pixels): Promise<Mattes> => {
  const region = await model.find(squareOf(sketchOf(pixels), model.size));
  const auto = cutOutAuto(pixels, region);
  return {
    confidence: auto.confidence,
    mattes: {
      floor: borderThreshold(pixels.data, pixels.width, pixels.height),
      studio: alphaOf(cutOutStudio(pixels)),
      model: alphaOf(cutOutModel(pixels, region)),
      auto: alphaOf(auto),
    },
  };
};

const rows: Row[] = [];
for (const { family, set, seed } of allScenes()) {
  if (only !== undefined && family.name !== only && set !== only) continue;
  const scene = renderScene(family, seed, SIDE);
  const { width, height, alpha } = scene;
  const pixels = { width, height, channels: 3, data: await throughJpeg(scene) } as const;
  const { mattes, confidence } = await mattesOf(pixels);
  const scores = Object.fromEntries(
    METHODS.map((method) => [method, score(mattes[method], alpha, width, height)]),
  ) as Row['scores'];
  rows.push({ scene: scene.name, family: scene.family, set, confidence, scores });
}
await model.close();

const text = report(rows, SIDE);
console.log(text);
if (only === undefined) await writeFile(RESULTS, `${text}\n${runTimeIn(await readFile(RESULTS, 'utf8'))}`);
