import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** More tabs than any page has controls: after so many, the wanted control cannot be reached. */
const MOST_TABS = 150;

/** Uses the page with the keyboard alone. */
export const byKeyboard = (page: Page) => ({
  /** Presses Tab until the focus is on the control of this name. */
  to: async (name: string): Promise<void> => {
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> };
        return (
          element?.getAttribute('aria-label') ??
          element?.labels?.[0]?.textContent ??
          element?.textContent ??
          ''
        );
      });
      if (focused.trim() === name) return;
    }
    assert.fail(`Tab never reaches ${name}`);
  },
  press: (key: string): Promise<void> => page.keyboard.press(key),
  type: (text: string): Promise<void> => page.keyboard.type(text),
});
