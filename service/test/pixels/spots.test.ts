import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pseudoRandom } from '../../samples/open-sample.ts';
import type { Pixels } from '../../src/pixels/pixels.ts';
import { fillSpots } from '../../src/pixels/spots/fill-spots.ts';
import { findSpots } from '../../src/pixels/spots/find-spots.ts';

const [WIDTH, HEIGHT] = [400, 300];
const SEARCH = { size: 12, contrast: 10, evenness: 6, area: 'everywhere' } as const;
type Shape = (x: number, y: number) => boolean;

const disc =
  (left: number, top: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - left, y - top) <= radius;
const box =
  (left: number, top: number, width: number, height: number): Shape =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height;

/** Draws a wall with grain, lit from above, and dark shapes before it. */
const wallWith = (...shapes: Shape[]): Pixels => {
  const random = pseudoRandom();
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const level = shapes.some((isInside) => isInside(x, y)) ? 110 : 230 - y / 10;
      data.fill(level + (random() + random() - 1) * 4, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
    }
  return { width: WIDTH, height: HEIGHT, channels: 3, data };
};

/** Fills the spots. Returns a function that counts the pixels of a shape that were changed. */
const cleaned = (pixels: Pixels, search: Parameters<typeof findSpots>[1] = SEARCH) => {
  const before = pixels.data.slice();
  fillSpots(pixels, findSpots(pixels, search));
  return (shape: Shape): number => {
    let changed = 0;
    for (let at = 0; at < WIDTH * HEIGHT; at += 1)
      if (shape(at % WIDTH, Math.floor(at / WIDTH)) && Math.abs(pixels.data[at * 3]! - before[at * 3]!) > 40)
        changed += 1;
    return changed;
  };
};

describe('spots', () => {
  it('that lie alone are replaced by grain', () => {
    const dust = [disc(60, 50, 3), disc(290, 90, 5), disc(150, 220, 2)];
    const pixels = wallWith(...dust);
    const clean = wallWith();
    fillSpots(pixels, findSpots(pixels, SEARCH));
    const apart = pixels.data.reduce(
      (most, level, at) => Math.max(most, Math.abs(level - clean.data[at]!)),
      0,
    );
    assert.ok(apart <= 9, `up to ${apart}`);
    // The filled area has as much grain as the wall beside it.
    const levels = [];
    for (let y = 86; y < 95; y += 1)
      for (let x = 286; x < 295; x += 1) levels.push(pixels.data[(y * WIDTH + x) * 3]!);
    assert.ok(new Set(levels).size > 4, `${new Set(levels).size} levels`);
  });

  it('in a row are kept: links, pearls, buttons', () => {
    const row = [0, 1, 2].map((step) => disc(100 + 40 * step, 150 + 6 * step, 5));
    const alone = disc(300, 60, 5);
    const changedIn = cleaned(wallWith(...row, alone));
    for (const pearl of row) assert.equal(changedIn(pearl), 0);
    assert.ok(changedIn(alone) > 60);
  });

  it('close together are kept: letters, small print', () => {
    const print = [box(60, 100, 9, 7), box(75, 100, 5, 7), box(86, 100, 11, 7), box(104, 101, 4, 6)];
    const changedIn = cleaned(wallWith(...print));
    for (const bar of print) assert.equal(changedIn(bar), 0);
  });

  it('that are too large are kept whole, and so are rings and lines', () => {
    const large = disc(100, 100, 9);
    const ring: Shape = (x, y) => disc(250, 100, 8)(x, y) && !disc(250, 100, 6)(x, y);
    const line = box(80, 220, 90, 3);
    const changedIn = cleaned(wallWith(large, ring, line));
    for (const shape of [large, ring, line]) assert.equal(changedIn(shape), 0);
  });

  it('that touch the object or lie close beside it are kept', () => {
    const object = box(150, 80, 120, 140);
    const knob = disc(148, 120, 4);
    const foot = disc(280, 200, 5);
    const changedIn = cleaned(wallWith(object, knob, foot));
    for (const shape of [object, knob, foot]) assert.equal(changedIn(shape), 0);
  });
});
