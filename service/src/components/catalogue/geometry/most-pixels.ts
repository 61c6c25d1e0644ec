import type { Size } from '../../definition/component.ts';
import { StepsFailure } from '../../steps/steps-failure.ts';

/**
 * What a step may make: two images of 50 megapixels with room between them. A lane holds it once as pixels, hardly
 * twice.
 */
export const MOST_PIXELS = 120_000_000;

/** Refuses what a step would make before it is made. An image that came in larger may stay as large as it is. */
export const refuseTooLarge = (name: string, after: Size, before: Size): void => {
  const pixels = after.width * after.height;
  if (pixels <= MOST_PIXELS || pixels <= before.width * before.height) return;
  throw new StepsFailure(
    'component_failed',
    `This step would make ${Math.round(after.width)} x ${Math.round(after.height)} pixels; ` +
      `${MOST_PIXELS / 1e6} megapixels are the most. Ask for less, or put resize before.`,
    name,
  );
};
