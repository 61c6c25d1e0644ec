import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { ADMINISTRATOR } from './console.ts';

/** How a person uses a page: with the mouse, or with the keyboard alone. */
export type InputDevice = {
  /** Follows a link, or presses a button. */
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Chooses an option of a select by its label. */
  choose(target: Locator, label: string): Promise<void>;
  /** The clicks so far. A select takes two. */
  clicks(): number;
};

export const mouse = (): InputDevice => {
  let clicks = 0;
  return {
    press: async (target) => {
      clicks += 1;
      await target.click();
    },
    type: async (target, text) => {
      clicks += 1;
      await target.click();
      await target.fill(text);
    },
    choose: async (target, label) => {
      clicks += 2;
      await target.selectOption({ label });
    },
    clicks: () => clicks,
  };
};

const MOST_TABS = 150;

/** Presses Tab until the target has the focus. Fails when it cannot be reached. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target}`);
};

export const keyboard = (page: Page): InputDevice => ({
  press: async (target) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  },
  type: async (target, text) => {
    await tabTo(page, target);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  },
  choose: async (target, label) => {
    await tabTo(page, target);
    await page.keyboard.type(label);
  },
  clicks: () => 0,
});

/** Signs in on the sign-in page, which is already open. */
export const signInWith = async (device: InputDevice, page: Page, person = ADMINISTRATOR): Promise<void> => {
  await device.type(page.getByLabel('E-mail'), person.email);
  await device.type(page.getByLabel('Password'), person.password);
  await device.press(page.getByRole('button', { name: 'Sign in', exact: true }));
};

const TASKS = readFileSync(join(import.meta.dirname, '../../../docs/console-tasks.md'), 'utf8');

/** Checks that the docs give the number of clicks that the task has taken. */
export const checkDocumentedClicks = (letter: string, device: InputDevice): void => {
  const documented = new RegExp(`^\\| \\(${letter}\\) .*\\| (\\d+) \\|$`, 'm').exec(TASKS)?.[1];
  assert.equal(
    String(device.clicks()),
    documented,
    `docs/console-tasks.md has the clicks of task (${letter})`,
  );
};
