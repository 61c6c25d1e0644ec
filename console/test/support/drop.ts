import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Drops files or folders from the disk through the browser, so that the page cannot tell this from a drop by hand. */
export const dropOn = async (
  page: Page,
  target: Locator,
  files: string[],
  { isWelcome = true } = {},
): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const box = await target.boundingBox();
  assert.ok(box);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  if (isWelcome) await page.locator('.drop.over').waitFor();
  await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
};
