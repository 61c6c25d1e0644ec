import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOut } from '../../src/matting/cut-out.ts';
import { addMarks, addMask, DROP, type Hints, KEEP, noHints } from '../../src/matting/hints.ts';
import type { Region } from '../../src/matting/region.ts';
import { workImageOf } from '../../src/matting/work-image.ts';
import { alphaAt, alphaErrors, type Colour, disc, draw } from './draw-image.ts';

const SIDE = 200;
const cup = disc(70, 100, 40);
const leaf = disc(150, 90, 25);
const both = (x: number, y: number) => Math.max(cup(x, y), leaf(x, y));
const paint = (x: number, y: number): Colour => (leaf(x, y) > 0 ? [40, 120, 50] : [170, 40, 50]);
const image = draw(SIDE, SIDE, () => [225, 222, 218], paint, both);

/** The output of a network that is certain of these parts, and of the background everywhere else. */
const region = (truth: (x: number, y: number) => number): Region => ({
  width: SIDE,
  height: SIDE,
  data: Float32Array.from({ length: SIDE * SIDE }, (_, i) => truth(i % SIDE, Math.floor(i / SIDE))),
});

const cut = (seen: Region, hint: (hints: Hints) => void): Uint8Array => {
  const work = workImageOf(image);
  const hints = noHints(work);
  hint(hints);
  return cutOut(image, seen, work, undefined, hints).rgba;
};

test('a stroke over a thing that the network took for part of the object drops the whole thing, and nothing else', () => {
  const stroke = { points: [[0.72, 0.44] as [number, number], [0.78, 0.46] as [number, number]], size: 0.02 };
  const rgba = cut(region(both), (hints) => addMarks(hints, [stroke], DROP));
  assert.ok(alphaErrors(rgba, SIDE, cup).mean < 0.002, `${alphaErrors(rgba, SIDE, cup).mean}`);
});

test('a stroke over a part that the network missed keeps the whole part', () => {
  const stroke = { points: [[0.75, 0.45] as [number, number]], size: 0.03 };
  const rgba = cut(region(cup), (hints) => addMarks(hints, [stroke], KEEP));
  assert.ok(alphaErrors(rgba, SIDE, both).mean < 0.002, `${alphaErrors(rgba, SIDE, both).mean}`);
});

test('the inside of a rectangle is dropped or kept whatever the colours say', () => {
  const box = { x: 0.3, y: 0.45, width: 0.1, height: 0.1 };
  const hole = cut(region(both), (hints) => addMarks(hints, [box], DROP));
  assert.equal(alphaAt(hole, SIDE, 70, 100), 0);
  const corner = { x: 0, y: 0, width: 0.2, height: 0.2 };
  const patch = cut(region(both), (hints) => addMarks(hints, [corner], KEEP));
  assert.equal(alphaAt(patch, SIDE, 10, 10), 255);
});

test('in a mask white keeps, black drops, and grey and transparent parts change nothing', () => {
  const grey = new Uint8Array(SIDE * SIDE).fill(128);
  const opacity = new Uint8Array(SIDE * SIDE).fill(255);
  const plain = cutOut(image, region(both)).rgba;
  assert.deepEqual(
    cut(region(both), (hints) => addMask(hints, grey, opacity)),
    plain,
  );
  const black = new Uint8Array(SIDE * SIDE);
  assert.deepEqual(
    cut(region(both), (hints) => addMask(hints, black, black)),
    plain,
  );
  for (let y = 80; y < 100; y++) grey.fill(0, y * SIDE + 140, y * SIDE + 160);
  const rgba = cut(region(both), (hints) => addMask(hints, grey, opacity));
  assert.ok(alphaErrors(rgba, SIDE, cup).mean < 0.002);
});

test('a hint does not lower the confidence because it leaves similar colours around it open', () => {
  const alone = draw(SIDE, SIDE, () => [225, 222, 218], paint, cup);
  const work = workImageOf(alone);
  const hints = noHints(work);
  // The stroke crosses the outline of the cup, so the background around the stroke could belong to the cup too.
  addMarks(hints, [{ points: [[0.35, 0.295]], size: 0.03 }], KEEP);
  const [without, hinted] = [undefined, hints].map(
    (given) => cutOut(alone, region(cup), work, undefined, given).confidence,
  );
  assert.ok(hinted! > 0.75 && hinted! > without! - 0.1, `${hinted}, without hints ${without}`);
});
