import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { cutOut } from '../../../src/matting/cut-out.ts';
import { squareOf } from '../../../src/matting/model/model-tensors.ts';
import { workImageOf } from '../../../src/matting/work-image.ts';
import type { Pixels } from '../../../src/pixels/pixels.ts';
import { peakBytesOf } from '../../costs/lane-peak.ts';
import { openShippedModel } from './bench-model.ts';
import { cachedRegion } from './corpus.ts';
import { CORPUS } from './packages.ts';
import { METHODS, type Method } from './report.ts';
import { METHOD_SETTINGS } from './score-photo.ts';

/**
 * The cost of a method for one size of image: its CPU time, and the memory that it takes beyond the image and
 * the program.
 */
export type Cost = { ms: number; megabytes: number };

/** The sizes, in pixels: 1.2 and 12 megapixels. */
export const COST_SIZES = [
  { width: 1280, height: 960 },
  { width: 4000, height: 3000 },
] as const;

/** Measures a method in a process of its own. */
export const costOf = (method: Method, size: (typeof COST_SIZES)[number]): Cost => {
  const output = execFileSync(process.execPath, [import.meta.filename, method, JSON.stringify(size)]);
  return JSON.parse(output.toString());
};

const ROUNDS = 3;

const measure = async (method: Method, { width, height }: (typeof COST_SIZES)[number]): Promise<Cost> => {
  sharp.concurrency(1);
  const id = `cost-${width}`;
  const image = join(CORPUS, 'scenes', `${id}.png`);
  const photo = sharp(join(import.meta.dirname, '../../../samples/stoneware.jpg')).resize(width, height);
  await photo.clone().png({ compressionLevel: 1 }).toFile(image);
  const data = new Uint8Array(await photo.raw().toBuffer());
  const pixels: Pixels = { width, height, channels: 3, data };
  const model = openShippedModel();
  const find = () => model.find(squareOf(workImageOf(pixels), model.size));
  const region = await cachedRegion(id, `regions-${model.size}`, find);
  await model.close();
  if (method === 'GrabCut') {
    const script = join(import.meta.dirname, 'grabcut.py');
    execFileSync('/usr/bin/python3', [script, CORPUS, String(model.size)], { input: id });
    return JSON.parse(readFileSync(join(CORPUS, `grabcut-${model.size}`, `${id}.json`), 'utf8'));
  }
  const before = process.memoryUsage.rss();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    cutOut(pixels, region, undefined, METHOD_SETTINGS[method].parts);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return { ms: Math.min(...times), megabytes: (peakBytesOf(process.pid) - before) / 1e6 };
};

const [method, size] = process.argv.slice(2);
if (import.meta.main && METHODS.some((name) => name === method))
  console.log(JSON.stringify(await measure(method as Method, JSON.parse(size!))));
