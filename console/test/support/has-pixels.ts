import type { Page } from 'playwright-core';

/** An image of this name is there, and not only its place. */
export const hasPixels = (page: Page, name: string) =>
  page.waitForFunction(
    (alt) => [...document.images].some((image) => image.alt === alt && image.naturalWidth > 0),
    name,
  );
