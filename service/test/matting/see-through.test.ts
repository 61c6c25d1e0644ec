import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cutout } from '../../src/matting/cut-out.ts';
import { seeThrough } from '../../src/matting/see-through.ts';
import { workImageOf } from '../../src/matting/work-image.ts';
import type { Pixels } from '../../src/pixels/pixels.ts';
import { alphaAt, type Colour, disc, draw } from './draw-image.ts';

const SIDE = 200;
const sweep = (_: number, y: number): Colour => [225 - y * 0.1, 226 - y * 0.1, 228 - y * 0.1];
const black: Colour = [0, 0, 0];
const pane = disc(100, 100, 60);

/** The cut-out of a solid object. */
const solid = (
  { width, height, data, channels }: Pixels,
  shape: (x: number, y: number) => number,
): Pick<Cutout, 'width' | 'height' | 'rgba'> => {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const alpha = shape(i % width, Math.floor(i / width));
    if (alpha > 0)
      rgba.set([...data.subarray(i * channels, i * channels + 3), Math.round(alpha * 255)], i * 4);
  }
  return { width, height, rgba };
};

const clear = (image: Pixels, shape = pane): Uint8Array => {
  const cutout = solid(image, shape);
  seeThrough(image, cutout, workImageOf(image));
  return cutout.rgba;
};

/** Draws a pane: dark glass at the left, a reflection at the right, perfectly clear between. */
const glass = (grain = 0): Pixels =>
  draw(
    SIDE,
    SIDE,
    sweep,
    (x) => (x < 100 ? black : [255, 255, 255]),
    (x, y) => pane(x, y) * (x < 70 ? 0.4 : x > 130 ? 0.8 : 0),
    grain,
  );

test('glass that looks like the background becomes clear, other glass does not', () => {
  const rgba = clear(glass());
  assert.equal(alphaAt(rgba, SIDE, 100, 100), 0);
  assert.equal(alphaAt(rgba, SIDE, 10, 100), 0);
  assert.ok(Math.abs(alphaAt(rgba, SIDE, 55, 100) / 255 - 1.25 * 0.4) < 0.02);
  assert.ok(alphaAt(rgba, SIDE, 145, 100) > 200);
});

test('dark glass is dark and a reflection is white, without the colour of the background', () => {
  const rgba = clear(glass());
  const colourAt = (x: number) => [...rgba.subarray((100 * SIDE + x) * 4, (100 * SIDE + x) * 4 + 3)];
  assert.ok(Math.max(...colourAt(55)) < 60, `dark ${colourAt(55)}`);
  assert.ok(Math.min(...colourAt(145)) > 240, `white ${colourAt(145)}`);
});

test('glass looks unchanged on the same background', () => {
  const image = glass();
  const rgba = clear(image);
  for (let i = 0; i < SIDE * SIDE; i++)
    for (let c = 0; c < 3; c++) {
      const alpha = rgba[i * 4 + 3]! / 255;
      const behind = sweep(i % SIDE, Math.floor(i / SIDE))[c]!;
      const seen = alpha * rgba[i * 4 + c]! + (1 - alpha) * behind;
      const difference = Math.abs(seen - image.data[i * 3 + c]!);
      assert.ok(difference < 4, `${difference} at ${i % SIDE}, ${Math.floor(i / SIDE)}`);
    }
});

test('grain alone does not become visible, on gray or on almost white', () => {
  const white = draw(
    SIDE,
    SIDE,
    () => [252, 252, 253],
    () => black,
    (x, y) => pane(x, y) * (x < 70 ? 0.4 : 0),
    4,
  );
  for (const image of [glass(6), white]) {
    const rgba = clear(image);
    let seen = 0;
    for (let y = 80; y < 120; y++)
      for (let x = 80; x < 120; x++) if (alphaAt(rgba, SIDE, x, y) > 5) seen += 1;
    assert.ok(seen < 16, `${seen} of 1600 pixels`);
    assert.ok(alphaAt(rgba, SIDE, 55, 100) > 100);
  }
});

test('a notch in the outline, where thin glass looks like the background, is closed', () => {
  const bite = disc(159, 100, 3);
  const bitten = (x: number, y: number) => Math.max(0, pane(x, y) - bite(x, y));
  const whole = clear(glass());
  const given = clear(glass(), bitten);
  assert.ok(alphaAt(whole, SIDE, 157, 100) > 150);
  assert.ok(Math.abs(alphaAt(given, SIDE, 157, 100) - alphaAt(whole, SIDE, 157, 100)) < 12);
});

test('a wide notch is closed when it is not deep, as at the rim of a tumbler', () => {
  const box = (x: number, y: number) => Number(x >= 40 && x < 160 && y >= 50 && y < 170);
  const image = draw(
    SIDE,
    SIDE,
    sweep,
    () => black,
    (x, y) => 0.4 * box(x, y),
  );
  const alphaIn = (depth: number, y: number) => {
    const notched = (x: number, y: number) => (x >= 60 && x < 140 && y < 50 + depth ? 0 : box(x, y));
    return alphaAt(clear(image, notched), SIDE, 100, y);
  };
  assert.ok(alphaIn(4, 51) > 100);
  assert.equal(alphaIn(40, 60), 0, 'what lies deeper is not part of the glass');
});

test('transparent pixels of the input stay transparent', () => {
  const { data } = glass();
  const rgba = new Uint8Array(SIDE * SIDE * 4);
  for (let i = 0; i < SIDE * SIDE; i++)
    rgba.set([...data.subarray(i * 3, i * 3 + 3), i % SIDE < 60 ? 0 : 255], i * 4);
  const made = clear({ width: SIDE, height: SIDE, channels: 4, data: rgba });
  assert.equal(alphaAt(made, SIDE, 55, 100), 0);
  assert.ok(alphaAt(made, SIDE, 65, 100) > 100);
});
