import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../../src/domain/errors.ts';
import type { ContentHash } from '../../src/domain/ids.ts';
import { checkCost } from '../../src/operations/executions/creating/check-cost.ts';

const DEADLINE_MS = 60_000;
const main = (width: number, height: number) => ({
  ...{ name: 'a.jpg', contentHash: 'a'.repeat(64) as ContentHash, contentType: 'image/jpeg' },
  ...{ width, height },
});
const AVIF = {
  id: 'out',
  component: 'convert',
  params: { format: 'avif', effort: 'small', maxBytes: 1_000_000 },
};
const SMALLER = { id: 'less', component: 'resize', params: { width: 1600 } };

describe('an execution that would exceed its deadline', () => {
  it('is refused, and the message names the most expensive step and what to change', () => {
    assert.throws(
      () => checkCost([AVIF], main(10_000, 10_000), DEADLINE_MS),
      (error) =>
        error instanceof Refusal &&
        error.code === 'unprocessable_image' &&
        /^Processing the image would take about \d+ s, and 60 s are allowed: the step out \(convert\) takes most of it\. Resize before it, choose a lower effort, or send a smaller image\.$/.test(
          error.message,
        ),
    );
  });

  it('is accepted when the image is smaller, or made smaller first', () => {
    checkCost([AVIF], main(800, 600), DEADLINE_MS);
    checkCost([SMALLER, AVIF], main(10_000, 10_000), DEADLINE_MS);
  });

  it('is accepted when more time is allowed', () => {
    checkCost([AVIF], main(10_000, 10_000), 3_600_000);
  });

  it('is accepted when the size of the image is not known', () => {
    const { width: _, height: __, ...unknown } = main(1, 1);
    checkCost([AVIF], unknown, DEADLINE_MS);
  });
});
