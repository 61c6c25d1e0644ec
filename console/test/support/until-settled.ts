import type { Page } from 'playwright-core';

/** Waits until the page has its title, its lists and its images. */
export const untilSettled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .skeleton'));
  // Images further down are loaded when they are scrolled to.
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
      .every(({ complete }) => complete),
  );
};
