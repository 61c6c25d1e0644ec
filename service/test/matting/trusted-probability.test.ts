import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trustedProbability } from '../../src/matting/edge/trusted-probability.ts';

test('a narrow gap at one side of the image is not joined with a gap at the other side', () => {
  const [width, height] = [40, 40];
  const probability = new Float32Array(width * height).fill(1);
  const outside = Uint8Array.from(probability, (_, i) => (i % width < 5 || i % width > width - 5 ? 1 : 0));
  assert.deepEqual(trustedProbability(probability, outside, width, height), probability);
  const wide = outside.map((_, i) => (i % width > 10 && i % width < 30 ? 1 : 0));
  assert.equal(trustedProbability(probability, wide, width, height)[20 * width + 20], 0.5);
});
