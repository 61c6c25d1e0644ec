import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_PARTS, cutOut, type Parts, partsFor, REGION_ALONE } from '../../src/matting/cut-out.ts';
import type { Region } from '../../src/matting/region.ts';
import { workImageOf } from '../../src/matting/work-image.ts';
import { alphaAt, alphaErrors, type Colour, disc, draw } from './draw-image.ts';

const SIDE = 200;
type Paint = (x: number, y: number) => Colour;
type Shape = (x: number, y: number) => number;
const white: Paint = () => [246, 246, 246];
const red: Paint = () => [170, 40, 50];

/** The output of an ideal network: correct, but blurred and only 64 pixels wide. */
const blurredRegion = (truth: Shape, side = SIDE, size = 64): Region => {
  const scale = side / size;
  const data = new Float32Array(size * size);
  for (let i = 0; i < data.length; i++) {
    let sum = 0;
    for (let k = 0; k < 25; k++)
      sum += truth(
        ((i % size) + ((k % 5) - 1.5) * 0.5) * scale,
        (Math.floor(i / size) + (Math.floor(k / 5) - 1.5) * 0.5) * scale,
      );
    data[i] = sum / 25;
  }
  return { width: size, height: size, data };
};

const errorOf = (behind: Paint, front: Paint, truth: Shape, region = blurredRegion(truth)) =>
  alphaErrors(cutOut(draw(SIDE, SIDE, behind, front, truth), region).rgba, SIDE, truth).mean;

test('the outline is exact even if the outline of the region is blurred', () => {
  const truth = disc(100, 100, 60);
  const image = draw(SIDE, SIDE, white, red, truth);
  const exact = alphaErrors(cutOut(image, blurredRegion(truth)).rgba, SIDE, truth).mean;
  const alone = alphaErrors(
    cutOut(image, blurredRegion(truth), workImageOf(image), REGION_ALONE).rgba,
    SIDE,
    truth,
  ).mean;
  assert.ok(exact < 0.002, `${exact}`);
  assert.ok(exact < alone / 5, `${exact}, the region alone ${alone}`);
});

test('the region alone is the mask of the network, neither sharpened nor moved', () => {
  const truth = disc(100, 100, 60);
  const image = draw(SIDE, SIDE, white, red, truth);
  const region = { width: SIDE, height: SIDE, data: new Float32Array(SIDE * SIDE) };
  for (let i = 0; i < region.data.length; i++) region.data[i] = (i % SIDE) / (SIDE - 1);
  const { rgba } = cutOut(image, region, workImageOf(image), REGION_ALONE);
  for (const x of [0, 50, 100, 199])
    assert.equal(alphaAt(rgba, SIDE, x, 7), Math.round((255 * x) / (SIDE - 1)));
});

test('an edge of the region that is off by two pixels is moved to the edge of the colours', () => {
  assert.ok(errorOf(white, red, disc(100, 100, 60), blurredRegion(disc(101, 102, 60))) < 0.004);
});

test('a table in front of a wall is removed although the background has several colours', () => {
  const room: Paint = (_, y) => (y > 120 ? [120, 90, 60] : [190, 205, 220]);
  assert.ok(errorOf(room, red, disc(100, 100, 50)) < 0.004);
});

test('small white spots in the sure core of the region are no holes, whatever the colours say', () => {
  const spots = [-30, 0, 30].map((off) => disc(100 + off, 100, 5));
  const isSpot = (x: number, y: number) => spots.some((spot) => spot(x, y) > 0.5);
  const truth = disc(100, 100, 60);
  const image = draw(SIDE, SIDE, white, (x, y) => (isSpot(x, y) ? white(x, y) : red(x, y)), truth);
  // 0.96 is just above 0.95, the probability from which the region alone decides, whatever the colours are.
  const { rgba } = cutOut(
    image,
    blurredRegion((x, y) => 0.96 * truth(x, y)),
  );
  for (const x of [70, 100, 130]) assert.equal(alphaAt(rgba, SIDE, x, 100), 255, `${x}`);
});

test('clutter in the colour of the object is removed where the region is sure of the background', () => {
  const truth = disc(100, 100, 50);
  const behind: Paint = (x, y) => (disc(20, 20, 12)(x, y) > 0.5 ? red(x, y) : white(x, y));
  const { rgba } = cutOut(draw(SIDE, SIDE, behind, red, truth), blurredRegion(truth));
  assert.equal(alphaAt(rgba, SIDE, 20, 20), 0);
});

/** Thin strands around a disc. The network sees only the disc. */
const strands: Shape = (x, y) => {
  const [dx, dy] = [x - 100, y - 100];
  const away = Math.hypot(dx, dy);
  const turn = (Math.atan2(dy, dx) / (2 * Math.PI)) * 12;
  const aside = Math.abs(turn - Math.round(turn)) * ((2 * Math.PI) / 12) * away;
  return Math.max(disc(100, 100, 40)(x, y), away < 50 ? Math.min(1, Math.max(0, 1.8 - aside)) : 0);
};

/** The fraction of the strands' alpha that is found when the network sees only the disc. */
const foundOfStrands = (parts?: Parts): number => {
  const image = draw(SIDE, SIDE, white, red, strands);
  const { rgba } = cutOut(image, blurredRegion(disc(100, 100, 40)), workImageOf(image), parts);
  let found = 0;
  let there = 0;
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    if (Math.hypot(x - 100, y - 100) < 44) continue;
    found += Math.min(rgba[i * 4 + 3]! / 255, strands(x, y));
    there += strands(x, y);
  }
  return found / there;
};

test('strands that the network does not see are kept in front of a plain background', () => {
  const found = foundOfStrands();
  const without = foundOfStrands({ ...ALL_PARTS, fine: false });
  assert.ok(found > 0.5 && found > 3 * without, `${found}, without looking for them ${without}`);
});

test('a line of the background that passes behind the object is no strand of it', () => {
  const wire: Paint = (x, y) => (Math.abs(y - 100) < 1.5 ? [60, 60, 60] : white(x, y));
  const { rgba } = cutOut(draw(SIDE, SIDE, wire, red, disc(100, 100, 40)), blurredRegion(disc(100, 100, 40)));
  for (const x of [46, 50, 150, 154]) assert.equal(alphaAt(rgba, SIDE, x, 100), 0, `${x}`);
});

test('short lines at the object are lines of the background where others pass by, as in a wooden deck', () => {
  const truth = disc(100, 100, 40);
  // Dark joints of the background: long ones that pass by the object, and short ones that touch it and look like
  // strands.
  const isPassing = (x: number, y: number) => y % 20 === 0 && Math.abs(x - 100) < 90;
  const isShort = (x: number, y: number) => Math.abs(y - 100) === 10 && Math.abs(x - 100) < 56;
  const joints =
    (passing: boolean): Paint =>
    (x, y) =>
      isShort(x, y) || (passing && isPassing(x, y)) ? [60, 60, 60] : white(x, y);
  const alphaOfShort = (passing: boolean) =>
    alphaAt(cutOut(draw(SIDE, SIDE, joints(passing), red, truth), blurredRegion(truth)).rgba, SIDE, 150, 90);
  assert.ok(alphaOfShort(false) > 100, 'they are strands before a plain background');
  assert.equal(alphaOfShort(true), 0);
});

test('a soft shadow beside the object is removed', () => {
  const truth = disc(100, 90, 50);
  const shadow: Paint = (x, y) => {
    const light = 1 - 0.35 * Math.exp(-(((x - 112) / 55) ** 2) - ((y - 140) / 25) ** 2);
    return [244 * light, 244 * light, 243 * light];
  };
  const { rgba } = cutOut(draw(SIDE, SIDE, shadow, red, truth), blurredRegion(truth));
  assert.equal(alphaAt(rgba, SIDE, 112, 150), 0);
  assert.ok(alphaErrors(rgba, SIDE, truth).mean < 0.006);
});

test('nothing of the old background shows in the colours of a soft outline', () => {
  const soft: Shape = (x, y) => Math.min(1, Math.max(0, (62 - Math.hypot(x - 100, y - 100)) / 4));
  const image = draw(SIDE, SIDE, white, () => [18, 18, 20], soft);
  const { rgba } = cutOut(image, blurredRegion(soft));
  let mixed = 0;
  for (let i = 0; i < SIDE * SIDE; i++) {
    const alpha = rgba[i * 4 + 3]!;
    if (alpha < 8) continue;
    if (alpha < 248) mixed++;
    assert.ok(rgba[i * 4]! < 75, `level ${rgba[i * 4]} at alpha ${alpha}`);
  }
  assert.ok(mixed > 500, `${mixed} mixed pixels`);
});

test('a finer network gives an outline that is not worse', () => {
  const side = 400;
  const truth = disc(200, 200, 110);
  const checks: Paint = (x, y) =>
    (Math.floor(x / 3) + Math.floor(y / 3)) % 2 === 0 ? [60, 110, 160] : [170, 60, 60];
  const stripes: Paint = (x) => (Math.floor(x / 4) % 2 === 0 ? [200, 160, 60] : [170, 40, 50]);
  const image = draw(side, side, checks, stripes, truth);
  const [coarse, fine] = [64, 400].map(
    (size) => alphaErrors(cutOut(image, blurredRegion(truth, side, size)).rgba, side, truth).mean,
  );
  assert.ok(fine! <= coarse!, `${fine}, coarse ${coarse}`);
});

test('the edge of a fine network counts where the colours of both sides are the same', () => {
  const truth = disc(100, 100, 60);
  const grain: Paint = (x, y) => (Math.floor(x / 5 + y / 3) % 3 === 0 ? [120, 110, 100] : [132, 120, 108]);
  const image = draw(SIDE, SIDE, grain, grain, truth, 6);
  const errorWith = (parts: Parts) =>
    alphaErrors(cutOut(image, blurredRegion(truth, SIDE, SIDE), workImageOf(image), parts).rgba, SIDE, truth)
      .mean;
  const [asked, ignored] = [errorWith({ ...ALL_PARTS, regionPrior: true }), errorWith(ALL_PARTS)];
  assert.ok(asked < 0.8 * ignored, `${asked}, without asking it ${ignored}`);
});

test('only a network of 1000 pixels or more is asked for the edge', () => {
  const regionOf = (size: number): Region => ({ width: size, height: size, data: new Float32Array(0) });
  assert.deepEqual(
    [320, 1024].map((size) => partsFor(regionOf(size)).regionPrior),
    [false, true],
  );
});

test('a result that the colours contradict has a lower confidence', () => {
  const truth = disc(100, 100, 60);
  const sure = cutOut(draw(SIDE, SIDE, white, red, truth), blurredRegion(truth)).confidence;
  const pale = cutOut(
    draw(SIDE, SIDE, white, () => [243, 243, 242], truth, 3),
    blurredRegion((x, y) => 0.6 * truth(x, y)),
  ).confidence;
  assert.ok(pale < sure - 0.1, `${pale}, sure ${sure}`);
});

test('two separate objects of the same size have a lower confidence than one', () => {
  const two: Shape = (x, y) => Math.max(disc(55, 100, 35)(x, y), disc(145, 100, 35)(x, y));
  const confidenceFor = (truth: Shape) =>
    cutOut(draw(SIDE, SIDE, white, red, truth), blurredRegion(truth)).confidence;
  const [one, both] = [confidenceFor(disc(100, 100, 50)), confidenceFor(two)];
  assert.ok(one > 0.75 && both < 0.75, `one ${one}, two ${both}`);
});

test('transparent pixels of the input stay transparent', () => {
  const { data } = draw(60, 60, white, red, disc(30, 30, 20));
  const rgba = new Uint8Array(60 * 60 * 4).fill(255);
  for (let i = 0; i < 3600; i++) rgba.set(data.subarray(i * 3, i * 3 + 3), i * 4);
  rgba[(30 * 60 + 30) * 4 + 3] = 7;
  const region = blurredRegion(disc(30, 30, 20), 60);
  assert.equal(
    alphaAt(cutOut({ width: 60, height: 60, channels: 4, data: rgba }, region).rgba, 60, 30, 30),
    7,
  );
});

test('the same image and region give the same bytes', () => {
  const truth = disc(100, 100, 60);
  const image = draw(SIDE, SIDE, white, red, truth, 4);
  assert.deepEqual(cutOut(image, blurredRegion(truth)), cutOut(image, blurredRegion(truth)));
});

test('a large image is cut as exactly as a small one', () => {
  // The colours are compared in a copy of at most 900 pixels, so this image must be reduced.
  const side = 1000;
  const truth = disc(500, 500, 300);
  const image = draw(side, side, white, red, truth);
  assert.ok(alphaErrors(cutOut(image, blurredRegion(truth, side)).rgba, side, truth).mean < 0.001);
});
