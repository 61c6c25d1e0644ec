import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pixels } from '../../src/pixels/pixels.ts';
import { boxOfAlpha } from '../../src/pixels/regions/box-above.ts';
import { groundLine } from '../../src/pixels/regions/ground-line.ts';

const [WIDTH, HEIGHT, LEFT, RIGHT] = [200, 240, 20, 180];

/** Draws an object whose columns reach from the top of the image to the given rows; 0 leaves a column empty. */
const objectOf = (endOf: (x: number) => number): Pixels => {
  const data = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let x = LEFT; x < RIGHT; x += 1)
    for (let y = 0; y < endOf(x); y += 1) data[(y * WIDTH + x) * 4 + 3] = 255;
  return { width: WIDTH, height: HEIGHT, channels: 4, data };
};

const lineUnder = (endOf: (x: number) => number): number[] => {
  const object = objectOf(endOf);
  return [...groundLine(object, boxOfAlpha(object, 12)!)];
};

describe('the ground under an object', () => {
  it('passes under a rough foot without a jump and touches its lowest points', () => {
    const rough = (x: number) => 190 + ((x * 7) % 11);
    const line = lineUnder(rough);
    for (const [column, ground] of line.entries()) {
      assert.ok(ground >= rough(LEFT + column) - 4, `column ${column} at ${ground}`);
      assert.ok(Math.abs(ground - (line[column - 1] ?? ground)) <= 0.5, `a jump at ${column}`);
    }
    assert.equal(Math.max(...line), 200);
  });

  it('runs straight between two legs', () => {
    const line = lineUnder((x) => (x < 40 || x >= 160 ? 200 : 60));
    assert.deepEqual(new Set(line), new Set([200]));
  });

  it('follows the corner of a box and the curve of a round foot', () => {
    const corner = (x: number) => 200 - Math.round(Math.abs(x - 100) * 0.25);
    const round = (x: number) => 200 - Math.round(((x - 100) / 80) ** 2 * 15);
    for (const endOf of [corner, round])
      for (const [column, ground] of lineUnder(endOf).entries())
        assert.ok(Math.abs(ground - endOf(LEFT + column)) <= 1, `column ${column} at ${ground}`);
  });

  it('continues level under parts that hang over beside the foot', () => {
    const line = lineUnder((x) => (x < 60 ? 120 : x < 140 ? 200 : 190 - (x - 140) * 2));
    assert.deepEqual(new Set(line.slice(0, 120)), new Set([200]));
    assert.ok(line.at(-1)! >= 199, `${line.at(-1)}`);
  });
});
