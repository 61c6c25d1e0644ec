import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Cutout } from '../../../src/matting/cut-out.ts';
import { cutOut } from '../../../src/matting/cut-out.ts';
import { squareOf } from '../../../src/matting/model/model-tensors.ts';
import { workImageOf } from '../../../src/matting/work-image.ts';
import type { Pixels } from '../../../src/pixels/pixels.ts';
import { openShippedModel } from './bench-model.ts';
import { BACKGROUNDS } from './compose.ts';
import { cachedRegion, loadScene, scenesOf } from './corpus.ts';
import { CORPUS } from './packages.ts';

/**
 * `node service/bench/matting/photos/contact-sheets.ts [tuning | validation] [scenes] [image files ...]`: writes sheets
 * to look at, with three cut-outs each, on magenta, white and black at 100 %. They stay outside the repository.
 */

const [set = 'validation', count = '48', ...files] = process.argv.slice(2);
if (set !== 'tuning' && set !== 'validation') throw new Error('The first argument is tuning or validation.');

const SIDE = 520;
const CAPTION = 18;
const COLOURS = ['#f0f', '#fff', '#000'];
const PER_SHEET = 3;
/**
 * A photograph is shrunk until its longest side is this long, so that its object fits into the sheet at 100 %.
 */
const PHOTO_SIDE = 640;

type Shown = { name: string; cutout: Cutout };

const folder = join(CORPUS, 'sheets');
mkdirSync(folder, { recursive: true });
const model = openShippedModel();

/** Takes scenes whose object fits into the sheet, one of each background in turn. */
async function* scenes(): AsyncGenerator<Shown> {
  const all = (await scenesOf(set as 'tuning' | 'validation')).filter(({ difficulty }) => !difficulty);
  const byBackground = BACKGROUNDS.map((name) => all.filter(({ background }) => background === name));
  let left = Number(count);
  for (let n = 0; left > 0 && byBackground.some((some) => n < some.length); n++)
    for (const some of byBackground) {
      if (left === 0 || n >= some.length) continue;
      const scene = await loadScene(some[n]!, model);
      if (Math.max(scene.pixels.width, scene.pixels.height) > SIDE / 0.6) continue;
      left--;
      yield { name: scene.id, cutout: cutOut(scene.pixels, scene.region) };
    }
}

async function* photos(): AsyncGenerator<Shown> {
  for (const file of files) {
    const { data, info } = await sharp(file)
      .rotate()
      .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels: Pixels = {
      width: info.width,
      height: info.height,
      channels: 3,
      data: new Uint8Array(data),
    };
    const name = file.split('/').slice(-4).join('_');
    const find = () => model.find(squareOf(workImageOf(pixels), model.size));
    const region = await cachedRegion(`photo-${name}`, `regions-${model.size}`, find);
    yield { name, cutout: cutOut(pixels, region) };
  }
}

/** Lays the object on one colour. When it is too large, the sheet shows the middle of its bounding box. */
const cellOf = async ({ cutout }: Shown, colour: string): Promise<Buffer> => {
  const { width, height, rgba } = cutout;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let i = 0; i < width * height; i++) {
    if (rgba[i * 4 + 3]! < 8) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  const startOf = (from: number, to: number, length: number) =>
    Math.round(Math.min(Math.max(0, length - SIDE), Math.max(0, (from + to - SIDE) / 2)));
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .extract({
      left: startOf(left, right, width),
      top: startOf(top, bottom, height),
      width: Math.min(SIDE, width),
      height: Math.min(SIDE, height),
    })
    .flatten({ background: colour })
    .png()
    .toBuffer();
};

const writeSheet = async (shown: Shown[], number: number): Promise<void> => {
  const parts = await Promise.all(
    shown.flatMap((each, row) =>
      COLOURS.map(async (colour, column) => ({
        input: await cellOf(each, colour),
        left: column * SIDE,
        top: row * (SIDE + CAPTION) + CAPTION,
      })),
    ),
  );
  const [width, height] = [COLOURS.length * SIDE, shown.length * (SIDE + CAPTION)];
  const captions = shown.map(
    ({ name, cutout }, row) =>
      `<text x="4" y="${row * (SIDE + CAPTION) + 14}">${name}, confidence ${cutout.confidence.toFixed(2)}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="13">${captions.join('')}</svg>`;
  const path = join(folder, `${set}-${String(number).padStart(2, '0')}.png`);
  await sharp({ create: { width, height, channels: 3, background: '#ccc' } })
    .composite([...parts, { input: Buffer.from(svg), left: 0, top: 0 }])
    .png()
    .toFile(path);
  console.log(path);
};

let waiting: Shown[] = [];
let number = 0;
for (const source of [photos(), scenes()])
  for await (const shown of source) {
    waiting.push(shown);
    if (waiting.length < PER_SHEET) continue;
    await writeSheet(waiting, number++);
    waiting = [];
  }
if (waiting.length > 0) await writeSheet(waiting, number);
await model.close();
