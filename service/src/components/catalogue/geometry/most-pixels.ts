import type { Size } from '../../definition/component.ts';
import { StepsFailure } from '../../steps/steps-failure.ts';

/**
 * The maximum number of pixels in the result of a step: enough for two images of 50 megapixels side by side with a
 * gap. A lane has enough memory for one such image as raw pixels, but hardly for two.
 */
export const MOST_PIXELS = 120_000_000;

/**
 * Refuses a step whose result would be too large, before it runs. An image that is already larger may keep its size.
 */
export const refuseTooLarge = (name: string, after: Size, before: Size): void => {
  const pixels = after.width * after.height;
  if (pixels <= MOST_PIXELS || pixels <= before.width * before.height) return;
  throw new StepsFailure(
    'component_failed',
    `This step would make ${Math.round(after.width)} x ${Math.round(after.height)} pixels; ` +
      `at most ${MOST_PIXELS / 1e6} megapixels are allowed. Choose a smaller size, or add a resize step before.`,
    name,
  );
};
