import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StepsFailure } from '../../../src/components/steps/steps-failure.ts';
import { plain } from '../sample-images.ts';
import { apply } from './apply.ts';

/** Sizes for the components that require one, or that make a large image by default. */
const SIZES: Record<string, Record<string, unknown>> = {
  resize: { width: 10 },
  'align-series': { width: 120, height: 80 },
  collage: { cellWidth: 40, cellHeight: 30 },
};

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
        await apply(shape, [[name, SIZES[name] ?? {}]], { 1: other }).catch((error) => {
          // A component may refuse an image with a message, but it must not crash.
          assert.ok(
            error instanceof StepsFailure && /background|colour table/.test(error.message),
            `${name}: ${error}`,
          );
        });
      }
  });
});
