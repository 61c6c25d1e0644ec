import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compositeOver, solidImage } from '../../src/pixels/composite.ts';
import type { Pixels } from '../../src/pixels/pixels.ts';

const image = (channels: 3 | 4, ...data: number[]): Pixels => ({
  width: data.length / channels,
  height: 1,
  channels,
  data: Uint8Array.from(data),
});
const at = ({ data, width, channels }: Pixels, x: number, y: number): number[] =>
  Array.from(data.subarray((y * width + x) * channels, (y * width + x + 1) * channels));

describe('a solid image', () => {
  it('has its colour everywhere, and alpha only where the colour is not opaque', () => {
    const opaque = solidImage({ width: 3, height: 2 }, '#102030ff');
    assert.deepEqual(Array.from(opaque.data), Array.from({ length: 6 }, () => [16, 32, 48]).flat());
    const clear = solidImage({ width: 2, height: 2 }, '#10203080');
    assert.deepEqual(Array.from(clear.data), Array.from({ length: 4 }, () => [16, 32, 48, 128]).flat());
  });

  it('gets an opaque image at the given position and nowhere else', () => {
    const sheet = solidImage({ width: 4, height: 2 }, '#ffffff');
    compositeOver(sheet, image(3, 1, 2, 3, 4, 5, 6), { left: 1, top: 1 });
    assert.deepEqual(
      [at(sheet, 1, 1), at(sheet, 2, 1)],
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    );
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [3, 1],
    ] as const)
      assert.deepEqual(at(sheet, x, y), [255, 255, 255], `${x}, ${y}`);
  });

  it('gets only the asked part of an image', () => {
    const sheet = solidImage({ width: 2, height: 1 }, '#ffffff');
    const three = image(3, 1, 1, 1, 2, 2, 2, 3, 3, 3);
    compositeOver(sheet, three, { left: 1, top: 0 }, { left: 2, top: 0, width: 1, height: 1 });
    assert.deepEqual(Array.from(sheet.data), [255, 255, 255, 3, 3, 3]);
  });

  it('shows through the transparent parts of an image', () => {
    const opaque = solidImage({ width: 3, height: 1 }, '#ffffff');
    const half = image(4, 0, 0, 0, 0, 0, 0, 0, 51, 9, 9, 9, 255);
    compositeOver(opaque, half, { left: 0, top: 0 });
    assert.deepEqual(Array.from(opaque.data), [255, 255, 255, 204, 204, 204, 9, 9, 9]);
    const clear = solidImage({ width: 3, height: 1 }, '#00000000');
    compositeOver(clear, half, { left: 0, top: 0 });
    assert.deepEqual(Array.from(clear.data), [0, 0, 0, 0, 0, 0, 0, 51, 9, 9, 9, 255]);
  });
});
