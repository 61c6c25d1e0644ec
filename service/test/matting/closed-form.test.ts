import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BAND, INSIDE, OUTSIDE, solveClosedForm } from '../../src/matting/closed-form.ts';
import { draw } from './draw-image.ts';

const [WIDTH, HEIGHT] = [60, 24];
/** The true alpha: a soft edge at a slight angle. */
const truth = (x: number, y: number) => Math.min(1, Math.max(0, (36 + y / 6 - x) / 8));

const solve = (prior: number) => {
  const image = draw(
    WIDTH,
    HEIGHT,
    (_, y) => [200 + y, 210, 220 - y],
    (x) => [60, 40 + x / 4, 90],
    truth,
  );
  const trimap = new Uint8Array(WIDTH * HEIGHT);
  const places: number[] = [];
  for (let i = 0; i < trimap.length; i++) {
    const x = i % WIDTH;
    trimap[i] = x < 24 ? INSIDE : x > 44 ? OUTSIDE : BAND;
    if (trimap[i] === BAND) places.push(i);
  }
  const band = {
    places: Int32Array.from(places),
    alpha: new Float32Array(places.length).fill(0.5),
    priorAlpha: new Float32Array(places.length).fill(prior),
  };
  solveClosedForm(image, trimap, band);
  return band;
};

test('the alpha of a soft edge is recovered from the colours, although both sides are shaded', () => {
  const { places, alpha } = solve(-1);
  const worst = places.reduce(
    (most, i, n) => Math.max(most, Math.abs(alpha[n]! - truth(i % WIDTH, Math.floor(i / WIDTH)))),
    0,
  );
  assert.ok(worst < 0.08, `${worst}`);
});

test('a prior draws the alpha towards it', () => {
  const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  assert.ok(mean(solve(1).alpha) > mean(solve(-1).alpha) + 0.05);
});
