import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeReflections } from '../../src/matting/edge/close-reflections.ts';

const WIDTH = 7;

/** Runs `closeReflections` on a gray image (90) with a cut-out of gray 10. Returns the alpha, row by row. */
const closed = (alphas: number[][]) => {
  const height = alphas.length;
  const data = new Uint8Array(WIDTH * height * 3).fill(90);
  const rgba = Uint8Array.from(alphas.flat().flatMap((alpha) => [10, 10, 10, alpha]));
  closeReflections({ data, width: WIDTH, height, channels: 3 }, rgba);
  const row = (y: number, channel: number) =>
    Array.from({ length: WIDTH }, (_, x) => rgba[(y * WIDTH + x) * 4 + channel]);
  return { alphas: alphas.map((_, y) => row(y, 3)), reds: alphas.map((_, y) => row(y, 0)) };
};

const solid = [255, 255, 255, 255, 255, 255, 255];

test('a spot that is enclosed by solid pixels and nowhere clear becomes opaque with its own colours', () => {
  const { alphas, reds } = closed([
    solid,
    [255, 255, 240, 90, 255, 255, 255],
    [255, 255, 60, 40, 120, 255, 255],
    solid,
  ]);
  assert.deepEqual(alphas, [solid, [255, 255, 240, 255, 255, 255, 255], solid, solid]);
  assert.deepEqual(reds[2], [10, 10, 90, 90, 90, 10, 10]);
});

test('a hole that shows the background is kept, with its soft rim', () => {
  const hole = [solid, [255, 255, 90, 70, 90, 255, 255], [255, 255, 80, 10, 80, 255, 255], solid];
  assert.deepEqual(closed(hole).alphas, hole);
});

test('a soft outline stays soft, even where it touches clear pixels only at a corner', () => {
  const outline = [
    [0, 40, 120, 200, 255, 255, 255],
    [0, 0, 60, 255, 255, 255, 255],
    [0, 0, 255, 120, 255, 255, 255],
    [0, 0, 0, 255, 255, 255, 255],
  ];
  assert.deepEqual(closed(outline).alphas, outline);
});

test('the last pixel of a row is no neighbour of the first pixel of the next row', () => {
  const { alphas } = closed([[90, 255, 255, 255, 255, 255, 0], solid, solid]);
  assert.deepEqual(alphas[0], [255, 255, 255, 255, 255, 255, 0]);
});
