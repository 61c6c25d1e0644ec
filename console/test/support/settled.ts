import type { Page } from 'playwright-core';

/** The page has its title, its lists and its pictures. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .skeleton'));
  // Those further down are loaded when they are scrolled to.
  await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter(({ loading, complete }) => loading === 'eager' && !complete)
        .map((image) => image.decode().catch(() => {})),
    ),
  );
};
