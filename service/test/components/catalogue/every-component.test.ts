import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StepsFailure } from '../../../src/components/steps/steps-failure.ts';
import { plain } from '../sample-images.ts';
import { apply } from './apply.ts';

describe('every component', () => {
  it('takes the smallest, flattest and narrowest images', async () => {
    const { COMPONENTS } = await import('../../../src/components/registry.ts');
    const shapes = await Promise.all(
      (
        [
          [1, 1],
          [1, 300],
          [300, 1],
          [2, 3],
        ] as const
      ).map(([width, height]) => plain(width, height, [90, 120, 150], 0.5).png().toBuffer()),
    );
    const other = await plain(64, 64, [200, 40, 30]).png().toBuffer();
    for (const { name } of COMPONENTS)
      for (const shape of shapes) {
        const params = name === 'resize' ? { width: 10 } : {};
        await apply(shape, [[name, params]], { 1: other }).catch((error) => {
          // A refusal in words is fine, a crash is not.
          assert.ok(
            error instanceof StepsFailure && /background|colour table/.test(error.message),
            `${name}: ${error}`,
          );
        });
      }
  });
});
