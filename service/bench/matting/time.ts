import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { studioRegion } from '../../src/matting/background/studio-region.ts';
import { cutOut } from '../../src/matting/cut-out.ts';
import type { Pixels } from '../../src/matting/cutout.ts';
import { SHIPPED_MODEL } from '../../src/matting/model/model-declaration.ts';
import { squareOf } from '../../src/matting/model/model-tensors.ts';
import { workImageOf } from '../../src/matting/work-image.ts';
import { openModelOnDemand } from '../../src/worker/models/model-on-demand.ts';
import { RESULTS, withoutRunTime } from './report.ts';

/** `node service/bench/matting/time.ts`: measures a cut-out on one core and writes it to the end of results.md. */

const SIZES = [
  { width: 1280, height: 960 },
  { width: 4000, height: 3000 },
] as const;
const ROUNDS = 7;
const REFERENCE = 'sharp: resize to 1000 x 1000 and JPEG';

sharp.concurrency(1);
sharp.cache(false);
const model = openModelOnDemand({
  declaration: SHIPPED_MODEL,
  threads: 1,
  deadlineMs: 120_000,
  memoryBytes: 2 * 1024 ** 3,
});

/** The median time of each method for one size of image, in milliseconds. */
const timesFor = async ({ width, height }: (typeof SIZES)[number]): Promise<Record<string, number>> => {
  const photo = join(import.meta.dirname, '../../samples/stoneware.jpg');
  const data = new Uint8Array(await sharp(photo).resize(width, height, { fit: 'cover' }).raw().toBuffer());
  const pixels: Pixels = { width, height, channels: 3, data };
  const region = await model.find(squareOf(workImageOf(pixels), model.size));
  const work: Record<string, () => Promise<unknown>> = {
    [REFERENCE]: () =>
      sharp(data, { raw: { width, height, channels: 3 } })
        .resize(1000, 1000)
        .jpeg({ quality: 85 })
        .toBuffer(),
    studio: async () => cutOut(pixels, studioRegion(workImageOf(pixels))),
    'auto without the model': async () => cutOut(pixels, region),
    'the model': async () => model.find(squareOf(workImageOf(pixels), model.size)),
  };
  const times = new Map(Object.keys(work).map((name) => [name, [] as number[]]));
  // The methods take turns, so that a slow moment of the machine affects all of them.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, run] of Object.entries(work)) {
      const start = performance.now();
      await run();
      // The first round includes compiling and is not counted.
      if (round > 0) times.get(name)!.push(performance.now() - start);
    }
  const medians = [...times].map(([name, some]) => [name, some.toSorted((a, b) => a - b)[ROUNDS >> 1]!]);
  return Object.fromEntries(medians);
};

const columns: Record<string, number>[] = [];
for (const size of SIZES) {
  const times = await timesFor(size);
  columns.push({ ...times, auto: times['auto without the model']! + times['the model']! });
}
await model.close();

const cellsOf = (name: string) =>
  columns.map((times) => `${Math.round(times[name]!)} | ${(times[name]! / times[REFERENCE]!).toFixed(1)}`);
const section = [
  '## Run time',
  '',
  `One core, medians of ${ROUNDS} rounds in turns, made by \`node service/bench/matting/time.ts\`. The milliseconds are of one machine;`,
  'the ratio is to what sharp takes for the first line in the same run.',
  '',
  `| what | ${SIZES.map(({ width, height }) => `${width} x ${height}: ms | ratio`).join(' | ')} |`,
  '|---|---|---|---|---|',
  ...Object.keys(columns[0]!).map((name) => `| ${name} | ${cellsOf(name).join(' | ')} |`),
  '',
].join('\n');
console.log(section);
await writeFile(RESULTS, `${withoutRunTime(await readFile(RESULTS, 'utf8'))}${section}`);
