import type { Page } from 'playwright-core';

/** Waits until an image of this name is loaded, and not only its placeholder. */
export const untilImageLoaded = (page: Page, name: string) =>
  page.waitForFunction(
    (alt) => [...document.images].some((image) => image.alt === alt && image.naturalWidth > 0),
    name,
  );
