import assert from 'node:assert/strict';
import { test } from 'node:test';
import { studioRegion } from '../../src/matting/background/studio-region.ts';
import { cutOut } from '../../src/matting/cut-out.ts';
import { workImageOf } from '../../src/matting/work-image.ts';
import type { Pixels } from '../../src/pixels/pixels.ts';
import { alphaAt, alphaErrors, type Colour, disc, draw } from './draw-image.ts';

const cutOutStudio = (image: Pixels) => cutOut(image, studioRegion(workImageOf(image)));

const SIDE = 200;
const white: Colour = [244, 244, 243];
const red: Colour = [170, 40, 50];
const black: Colour = [18, 18, 20];
const centred = disc(100, 100, 60);

test('on a uniform background the alpha is exact except at the outline', () => {
  const image = draw(
    SIDE,
    SIDE,
    () => white,
    () => red,
    centred,
  );
  const { rgba, confidence } = cutOutStudio(image);
  const { largest, mean } = alphaErrors(rgba, SIDE, centred);
  assert.ok(mean < 0.001, `mean ${mean}`);
  assert.ok(largest < 0.2, `largest ${largest}`);
  assert.ok(confidence > 0.8, `confidence ${confidence}`);
});

test('a background that darkens from corner to corner is removed', () => {
  const slope = (x: number, y: number): Colour => {
    const level = 250 - (x + y) * 0.2;
    return [level, level, level - 4];
  };
  const { rgba } = cutOutStudio(draw(SIDE, SIDE, slope, () => red, centred));
  assert.ok(alphaErrors(rgba, SIDE, centred).mean < 0.002);
});

test('the background in a handle is removed', () => {
  const body = (x: number, y: number) => (x >= 40 && x < 120 && y >= 50 && y < 150 ? 1 : 0);
  const mug = (x: number, y: number) =>
    Math.max(body(x, y), Math.max(0, disc(122, 100, 36)(x, y) - disc(122, 100, 22)(x, y)));
  const { rgba } = cutOutStudio(
    draw(
      SIDE,
      SIDE,
      () => white,
      () => [40, 90, 150],
      mug,
    ),
  );
  assert.equal(alphaAt(rgba, SIDE, 132, 100), 0);
  assert.equal(alphaAt(rgba, SIDE, 151, 100), 255);
  assert.ok(alphaErrors(rgba, SIDE, mug).mean < 0.003);
});

test('a printed label in the colour of the background is kept', () => {
  const bottle = (x: number, y: number) => (x >= 50 && x < 150 && y >= 20 && y < 180 ? 1 : 0);
  const printed = (x: number, y: number) => x > 75 && x < 125 && y % 12 < 5;
  const front = (x: number, y: number): Colour =>
    x > 65 && x < 135 && y > 60 && y < 140 ? (printed(x, y) ? black : white) : [20, 80, 40];
  const { rgba } = cutOutStudio(draw(SIDE, SIDE, () => white, front, bottle));
  assert.equal(alphaAt(rgba, SIDE, 70, 100), 255);
});

test('a plain label in the colour of the background is kept, because it has the shading of the bottle', () => {
  const bottle = (x: number, y: number) => (x >= 50 && x < 150 && y >= 20 && y < 180 ? 1 : 0);
  const light = (x: number) => 1 - 0.0024 * Math.abs(x - 95);
  const front = (x: number, y: number): Colour =>
    x > 65 && x < 135 && y > 60 && y < 140
      ? [white[0] * light(x), white[1] * light(x), white[2] * light(x)]
      : [20, 80, 40];
  const { rgba } = cutOutStudio(draw(SIDE, SIDE, () => white, front, bottle));
  assert.equal(alphaAt(rgba, SIDE, 100, 100), 255);
});

test('a soft shadow is removed', () => {
  const shadow = (x: number, y: number): Colour => {
    const light = 1 - 0.35 * Math.exp(-(((x - 112) / 55) ** 2) - ((y - 140) / 35) ** 2);
    return [white[0] * light, white[1] * light, white[2] * light];
  };
  const { rgba } = cutOutStudio(draw(SIDE, SIDE, shadow, () => red, disc(100, 90, 50)));
  assert.equal(alphaAt(rgba, SIDE, 125, 150), 0);
  assert.ok(alphaErrors(rgba, SIDE, disc(100, 90, 50)).mean < 0.004);
});

test('an object that touches the border is kept whole', () => {
  const cut = disc(100, 190, 70);
  const { rgba } = cutOutStudio(
    draw(
      SIDE,
      SIDE,
      () => white,
      () => red,
      cut,
    ),
  );
  assert.equal(alphaAt(rgba, SIDE, 100, 199), 255);
  assert.ok(alphaErrors(rgba, SIDE, cut).mean < 0.002);
});

test('a dark object cut from a white background has no light halo', () => {
  const soft = (x: number, y: number) => Math.min(1, Math.max(0, (62 - Math.hypot(x - 100, y - 100)) / 4));
  const { rgba } = cutOutStudio(
    draw(
      SIDE,
      SIDE,
      () => white,
      () => black,
      soft,
    ),
  );
  let mixed = 0;
  for (let i = 0; i < SIDE * SIDE; i++) {
    const alpha = rgba[i * 4 + 3]!;
    if (alpha === 0) continue;
    if (alpha < 255) mixed++;
    assert.ok(rgba[i * 4]! < 75, `level ${rgba[i * 4]} at alpha ${alpha}`);
  }
  assert.ok(mixed > 500, 'the soft outline is there');
});

test('the same image gives the same bytes', () => {
  const image = draw(
    SIDE,
    SIDE,
    () => white,
    () => red,
    centred,
    4,
  );
  assert.deepEqual(cutOutStudio(image), cutOutStudio(image));
});

test('transparent pixels of the input stay transparent', () => {
  const { data } = draw(
    60,
    60,
    () => white,
    () => red,
    disc(30, 30, 20),
  );
  const rgba = new Uint8Array(60 * 60 * 4).fill(255);
  for (let i = 0; i < 3600; i++) rgba.set(data.subarray(i * 3, i * 3 + 3), i * 4);
  rgba[(30 * 60 + 30) * 4 + 3] = 7;
  const cut = cutOutStudio({ width: 60, height: 60, channels: 4, data: rgba });
  assert.equal(alphaAt(cut.rgba, 60, 30, 30), 7);
});

test('an image without an object becomes all transparent, with a low confidence', () => {
  const cut = cutOutStudio(
    draw(
      SIDE,
      SIDE,
      () => white,
      () => red,
      () => 0,
    ),
  );
  assert.ok(alphaErrors(cut.rgba, SIDE, () => 0).mean < 0.001);
  assert.ok(cut.confidence < 0.2);
});

test('a result from which hardly any background was removed has the confidence 0', () => {
  let seed = 1;
  const noise: Colour[] = Array.from({ length: 997 }, () => {
    seed = (seed * 48271) % 2147483647;
    return [seed & 255, (seed >> 8) & 255, (seed >> 16) & 255];
  });
  const anywhere = (x: number, y: number): Colour => noise[(x * 31 + y * 57) % noise.length]!;
  assert.equal(cutOutStudio(draw(SIDE, SIDE, anywhere, anywhere, () => 1)).confidence, 0);
});

for (const [width, height] of [
  [1, 1],
  [2, 3],
  [1, 3000],
] as const)
  test(`an image of ${width} x ${height} pixels works`, () => {
    const { rgba } = cutOutStudio(
      draw(
        width,
        height,
        () => white,
        () => red,
        () => 0,
      ),
    );
    assert.equal(rgba.length, width * height * 4);
  });
