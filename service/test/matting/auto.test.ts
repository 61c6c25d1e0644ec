import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOutAuto } from '../../src/matting/auto.ts';
import { sketchOf } from '../../src/matting/background/sketch.ts';
import type { Region } from '../../src/matting/cutout.ts';
import { cutOutModel } from '../../src/matting/model/model-cutout.ts';
import { alphaAt, alphaErrors, type Colour, disc, draw } from './draw-image.ts';

const SIDE = 200;
type Paint = (x: number, y: number) => Colour;
const white: Colour = [246, 246, 246];
const red: Colour = [170, 40, 50];

/** The output of an ideal model: correct, but blurred and only 64 pixels wide. */
const blurredRegion = (truth: (x: number, y: number) => number, side = SIDE, size = 64): Region => {
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

const sureOf = (region: Region): Region => ({
  ...region,
  data: region.data.map((value) => (value > 0.5 ? 1 : 0)),
});

test('the edge is as sharp as that of studio, not as blurred as that of the model', () => {
  const truth = disc(100, 100, 60);
  const image = draw(
    SIDE,
    SIDE,
    () => white,
    () => red,
    truth,
  );
  const auto = alphaErrors(cutOutAuto(image, blurredRegion(truth)).rgba, SIDE, truth).mean;
  const model = alphaErrors(cutOutModel(image, blurredRegion(truth)).rgba, SIDE, truth).mean;
  assert.ok(auto < 0.001, `auto ${auto}`);
  assert.ok(auto < model / 5, `model ${model}`);
});

test('a white object on white follows the model and gets a low confidence', () => {
  const truth = disc(100, 100, 60);
  const image = draw(
    SIDE,
    SIDE,
    () => white,
    () => [242, 242, 241],
    truth,
  );
  const { rgba, confidence } = cutOutAuto(image, blurredRegion(truth));
  assert.ok(alphaErrors(rgba, SIDE, truth).mean < 0.03);
  assert.ok(confidence < 0.7, `confidence ${confidence}`);
});

test('a ring that the model fills in is opened where the background shows through', () => {
  const ring = (x: number, y: number) => Math.max(0, disc(100, 100, 60)(x, y) - disc(100, 100, 42)(x, y));
  const image = draw(
    SIDE,
    SIDE,
    () => white,
    () => red,
    ring,
  );
  const { rgba } = cutOutAuto(image, blurredRegion(disc(100, 100, 60)));
  assert.equal(alphaAt(rgba, SIDE, 100, 100), 0);
  assert.ok(alphaErrors(rgba, SIDE, ring).mean < 0.003);
});

test('the inner outline of a ring that the model fills in is as good as its outer one', () => {
  const within = (x: number, y: number, radius: number) =>
    Math.min(1, Math.max(0, (radius + 2.5 - Math.hypot(x - 100, y - 100)) / 5));
  const ring = (x: number, y: number) => within(x, y, 60) - within(x, y, 42);
  const image = draw(
    SIDE,
    SIDE,
    () => white,
    () => red,
    ring,
  );
  const { rgba } = cutOutAuto(image, sureOf(blurredRegion(disc(100, 100, 60))));
  assert.ok(alphaErrors(rgba, SIDE, ring).mean < 0.005, `${alphaErrors(rgba, SIDE, ring).mean}`);
});

test('a table before a wall is removed where the model sees no object', () => {
  const truth = disc(100, 100, 50);
  const room = (_: number, y: number): Colour => (y > 120 ? [120, 90, 60] : [190, 205, 220]);
  const { rgba } = cutOutAuto(
    draw(SIDE, SIDE, room, () => red, truth),
    blurredRegion(truth),
  );
  assert.ok(alphaErrors(rgba, SIDE, truth).mean < 0.01);
});

test('a strip of another colour at the border is removed where the model sees no object', () => {
  const truth = disc(100, 100, 50);
  const behind = (_: number, y: number): Colour => (y >= 180 && y < 192 ? [60, 110, 70] : white);
  const { rgba } = cutOutAuto(
    draw(SIDE, SIDE, behind, () => red, truth),
    blurredRegion(truth),
  );
  assert.equal(alphaAt(rgba, SIDE, 100, 186), 0);
});

test('the same image and region give the same bytes', () => {
  const truth = disc(100, 100, 60);
  const image = draw(
    SIDE,
    SIDE,
    () => white,
    () => red,
    truth,
    4,
  );
  assert.deepEqual(cutOutAuto(image, blurredRegion(truth)), cutOutAuto(image, blurredRegion(truth)));
});

test('a small hole that the model fills in is opened when it is as even as the background', () => {
  const truth = (x: number, y: number) => Math.max(0, disc(100, 100, 60)(x, y) - disc(120, 100, 9)(x, y));
  const image = draw(
    SIDE,
    SIDE,
    () => [190, 200, 210],
    () => red,
    truth,
  );
  const { rgba, confidence } = cutOutAuto(image, sureOf(blurredRegion(disc(100, 100, 60))));
  assert.equal(alphaAt(rgba, SIDE, 120, 100), 0);
  assert.ok(confidence > 0.75, `confidence ${confidence}`);
});

test('a label in the colour of the background is kept, because it has shading', () => {
  const label = disc(120, 100, 9);
  const truth = disc(100, 100, 60);
  const shaded = (x: number): Colour => [190 + (x - 120) * 1.6, 200 + (x - 120) * 1.6, 210 + (x - 120) * 1.6];
  const image = draw(
    SIDE,
    SIDE,
    () => [190, 200, 210],
    (x, y) => (label(x, y) > 0.5 ? shaded(x) : red),
    truth,
  );
  const { rgba } = cutOutAuto(image, sureOf(blurredRegion(truth)));
  assert.equal(alphaAt(rgba, SIDE, 120, 100), 255);
});

test('a large label with hardly more shading than noise is kept, because the background beside it is more even', () => {
  const label = (x: number, y: number) => x > 70 && x < 130 && y > 80 && y < 130;
  const truth = disc(100, 100, 60);
  const light = (y: number) => 1 + (y - 105) * 0.0025;
  const image = draw(
    SIDE,
    SIDE,
    () => [40, 42, 46],
    (x, y) => (label(x, y) ? [40 * light(y), 42 * light(y), 46 * light(y)] : [130, 120, 220]),
    truth,
  );
  const { rgba } = cutOutAuto(image, sureOf(blurredRegion(truth)));
  assert.equal(alphaAt(rgba, SIDE, 100, 105), 255);
});

test('a shaded label is kept although the model is not quite sure of it', () => {
  const label = (x: number, y: number) => x > 70 && x < 130 && y > 75 && y < 135;
  const truth = disc(100, 100, 60);
  const light = (y: number) => 1 + (y - 105) * 0.0012;
  const image = draw(
    SIDE,
    SIDE,
    () => [190, 200, 210],
    (x, y) => (label(x, y) ? [190 * light(y), 200 * light(y), 210 * light(y)] : red),
    truth,
  );
  const { rgba } = cutOutAuto(
    image,
    blurredRegion((x, y) => (label(x, y) ? 0.75 : truth(x, y))),
  );
  assert.equal(alphaAt(rgba, SIDE, 100, 105), 255);
});

test('a gap in the shadow of the object is opened, because the background beside it is as uneven', () => {
  const ring = (x: number, y: number) => Math.max(0, disc(100, 100, 60)(x, y) - disc(100, 100, 42)(x, y));
  const shadowed = (x: number, y: number): Colour => {
    const light = 1 - 0.1 * Math.exp(-(((x - 110) / 45) ** 2) - ((y - 125) / 35) ** 2);
    return [246 * light, 246 * light, 246 * light];
  };
  const image = draw(SIDE, SIDE, shadowed, () => red, ring);
  const { rgba } = cutOutAuto(image, sureOf(blurredRegion(disc(100, 100, 60))));
  assert.equal(alphaAt(rgba, SIDE, 100, 100), 0);
});

test('a wide gap that is lighter than the shadow around the object is opened', () => {
  const ring = (x: number, y: number) => Math.max(0, disc(100, 100, 60)(x, y) - disc(100, 100, 46)(x, y));
  const darkest = (x: number, y: number): Colour => {
    const light = 1 - 0.03 * Math.exp(-(((Math.hypot(x - 100, y - 100) - 66) / 14) ** 2));
    return [225 * light, 225 * light, 225 * light];
  };
  const image = draw(SIDE, SIDE, darkest, () => red, ring);
  const { rgba } = cutOutAuto(image, sureOf(blurredRegion(disc(100, 100, 60))));
  assert.equal(alphaAt(rgba, SIDE, 100, 100), 0);
});

test('a gap is opened although a shaded label of the same colour touches it', () => {
  const gap = (x: number, y: number) => x > 65 && x < 135 && y > 100 && y < 140;
  const label = (x: number, y: number) => x > 85 && x < 115 && y > 86 && y <= 100;
  const truth = (x: number, y: number) => (gap(x, y) ? 0 : disc(100, 100, 60)(x, y));
  const light = (y: number) => 1 - (100 - y) * 0.012;
  const image = draw(
    SIDE,
    SIDE,
    () => [60, 62, 66],
    (x, y) => (label(x, y) ? [60 * light(y), 62 * light(y), 66 * light(y)] : [130, 120, 220]),
    truth,
  );
  const { rgba } = cutOutAuto(image, sureOf(blurredRegion(disc(100, 100, 60))));
  assert.equal(alphaAt(rgba, SIDE, 100, 125), 0);
});

test('a white spot is kept when the background is overexposed, where all whites look the same', () => {
  const spot = disc(120, 100, 9);
  const truth = disc(100, 100, 60);
  const image = draw(
    SIDE,
    SIDE,
    () => [255, 255, 255],
    (x, y) => (spot(x, y) > 0.5 ? [255, 255, 255] : red),
    truth,
  );
  const { rgba } = cutOutAuto(image, sureOf(blurredRegion(truth)));
  assert.equal(alphaAt(rgba, SIDE, 120, 100), 255);
});

test('a rim with little contrast is kept where the model is sure of it', () => {
  const truth = disc(100, 100, 60);
  const image = draw(
    SIDE,
    SIDE,
    () => [200, 200, 200],
    (x, y) => (disc(100, 100, 52)(x, y) > 0.5 ? red : [211, 206, 195]),
    truth,
  );
  const data = Float32Array.from({ length: SIDE * SIDE }, (_, i) => truth(i % SIDE, Math.floor(i / SIDE)));
  const { rgba } = cutOutAuto(image, { width: SIDE, height: SIDE, data });
  assert.ok(alphaErrors(rgba, SIDE, truth).mean < 0.028, `${alphaErrors(rgba, SIDE, truth).mean}`);
});

test('glass stays opaque and gets a low confidence, unless the step says that it is glass', () => {
  const truth = disc(100, 100, 60);
  const wall: Colour = [205, 210, 215];
  const green: Colour = [30, 120, 70];
  const thickness = (x: number, y: number) =>
    0.4 + 0.5 * Math.min(1, Math.max(0, (Math.hypot(x - 100, y - 100) - 40) / 14));
  const glass = (x: number, y: number) =>
    green.map((level, c) => {
      const share = thickness(x, y);
      return share * level + (1 - share) * wall[c]!;
    }) as unknown as Colour;
  const confidenceOf = (paint: Paint, known = false, behind: Paint = () => wall) => {
    const image = draw(SIDE, SIDE, behind, paint, truth);
    return cutOutAuto(image, blurredRegion(truth), sketchOf(image), known).confidence;
  };
  const shadedGreen = (x: number, y: number) =>
    green.map((level) => level * (2 - thickness(x, y))) as unknown as Colour;
  assert.ok(confidenceOf(glass) < 0.75, `glass ${confidenceOf(glass)}`);
  assert.ok(confidenceOf(glass, true) > 0.85, `known ${confidenceOf(glass, true)}`);
  // Before a background that is not plain it stays opaque, even if the step says glass.
  const shelf: Paint = (_, y) => (y < 20 || y > 180 ? [60, 40, 30] : wall);
  assert.equal(confidenceOf(glass, true, shelf), confidenceOf(glass, false, shelf));
  assert.ok(confidenceOf(shadedGreen) > 0.85, `solid ${confidenceOf(shadedGreen)}`);
});

test('a label in the colour of the background keeps its sides where it touches the outline', () => {
  const side = 800;
  const truth = (x: number, y: number) => (x >= 200 && x < 600 && y >= 120 && y < 680 ? 1 : 0);
  // The label is shaded like a round object; its sides are as light as the background.
  const label = (x: number): Colour => {
    const level = 226 + Math.round(0.1 * Math.abs(x - 400));
    return [level, level, level];
  };
  const image = draw(
    side,
    side,
    () => white,
    (x, y) => (y > 320 && y < 520 ? label(x) : red),
    truth,
  );
  const { rgba } = cutOutAuto(image, blurredRegion(truth, side, 320));
  for (const y of [350, 420, 490])
    for (const x of [207, 300, 400, 500, 592]) assert.equal(alphaAt(rgba, side, x, y), 255, `${x}, ${y}`);
});

test('a highlight in the colour of the background is kept where the model only doubts it', () => {
  const side = 400;
  const truth = (x: number, y: number) => (x >= 170 && x < 230 && y >= 60 && y < 340 ? 1 : 0);
  const highlight = (x: number, y: number) =>
    Math.exp(-(((x - 200) / 2.5) ** 2)) * (y > 180 && y < 220 ? 1 : 0);
  const image = draw(
    side,
    side,
    () => [210, 210, 208],
    (x, y) => {
      const level = 20 + 190 * highlight(x, y);
      return [level, level, level];
    },
    truth,
  );
  const { rgba } = cutOutAuto(
    image,
    blurredRegion((x, y) => truth(x, y) * (1 - 0.75 * highlight(x, y)), side, 320),
  );
  for (const y of [190, 200, 210]) assert.equal(alphaAt(rgba, side, 200, y), 255, `${y}`);
});

for (const [level, how] of [
  [225, 'although the model misses it'],
  [238, 'although the flood fill crosses its faint outline as well'],
] as const)
  test(`a light part beside the object is kept ${how}`, () => {
    const side = 400;
    const upper = (x: number, y: number) => (x >= 100 && x < 300 && y >= 120 && y < 240 ? 1 : 0);
    const sole = (x: number, y: number) => x >= 90 && x < 320 && y >= 240 && y < 264;
    const image = draw(
      side,
      side,
      () => [level, level, level],
      (x, y) => (sole(x, y) ? [246, 246, 245] : red),
      (x, y) => (sole(x, y) ? 1 : upper(x, y)),
    );
    const { rgba } = cutOutAuto(image, blurredRegion(upper, side, 320));
    for (const x of [110, 200, 290]) assert.equal(alphaAt(rgba, side, x, 252), 255, `${x}`);
    assert.equal(alphaAt(rgba, side, 200, 280), 0);
  });

test('light that falls on the background is removed, because it has no outline', () => {
  const side = 400;
  const truth = disc(200, 200, 80);
  const lit = (x: number, y: number): Colour => {
    const level = 205 + 14 * Math.exp(-(((x - 310) / 40) ** 2) - ((y - 200) / 40) ** 2);
    return [level, level, level];
  };
  const { rgba } = cutOutAuto(
    draw(side, side, lit, () => red, truth),
    blurredRegion(truth, side, 320),
  );
  assert.ok(alphaErrors(rgba, side, truth).mean < 0.002, `${alphaErrors(rgba, side, truth).mean}`);
});

test('before a busy background a finer model gives a finer outline', () => {
  const side = 800;
  const truth = disc(400, 400, 200);
  const checks: Paint = (x, y) =>
    (Math.floor(x / 3) + Math.floor(y / 3)) % 2 === 0 ? [60, 110, 160] : [170, 60, 60];
  const stripes: Paint = (x) => (Math.floor(x / 4) % 2 === 0 ? [200, 160, 60] : red);
  const image = draw(side, side, checks, stripes, truth);
  const [coarse, fine] = [320, 640].map((size) => {
    const { rgba } = cutOutAuto(image, blurredRegion(truth, side, size));
    return alphaErrors(rgba, side, truth).mean;
  });
  assert.ok(fine! < 0.8 * coarse!, `${fine} of ${coarse}`);
});
