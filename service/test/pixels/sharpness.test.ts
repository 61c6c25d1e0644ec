import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pixels } from '../../src/pixels/pixels.ts';
import { sharpnessOf } from '../../src/pixels/regions/sharpness.ts';

const SIDE = 120;

/** Draws an image from a function for lightness and, optionally, one for alpha. */
const draw = (light: (x: number, y: number) => number, alpha?: (x: number, y: number) => number): Pixels => {
  const channels = alpha ? 4 : 3;
  const data = new Uint8Array(SIDE * SIDE * channels);
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) {
      const level = light(x, y);
      const opacity = alpha ? [alpha(x, y)] : [];
      data.set([level, level, level, ...opacity], (y * SIDE + x) * channels);
    }
  return { width: SIDE, height: SIDE, channels, data };
};

const stripes = (place: number) => (Math.floor(place / 20) % 2 === 0 ? 40 : 200);
const waves = (place: number) => 120 + 80 * Math.sin(place / 6);

describe('sharpness', () => {
  it('is measured on horizontal and on vertical edges', () => {
    assert.equal(sharpnessOf(draw((x) => stripes(x))), 100);
    assert.equal(sharpnessOf(draw((_, y) => stripes(y))), 100);
    assert.ok(sharpnessOf(draw((_, y) => waves(y))) < 20);
  });

  it('ignores the colours of transparent pixels beside a cut-out', () => {
    const isInside = (x: number, y: number) => x > 30 && x < 90 && y > 30 && y < 90;
    const blurred = draw(
      (x, y) => (isInside(x, y) ? waves(x) : 0),
      (x, y) => (isInside(x, y) ? 255 : 0),
    );
    assert.ok(sharpnessOf(blurred) < 20, `${sharpnessOf(blurred)}`);
    const crisp = draw(
      (x, y) => (isInside(x, y) ? stripes(x) : 0),
      (x, y) => (isInside(x, y) ? 255 : 0),
    );
    assert.equal(sharpnessOf(crisp), 100);
  });
});
