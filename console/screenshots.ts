// Writes docs/screenshots: each page in light and dark, on a desktop and on a phone.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { deleteInventedUsage, fillStudioDay } from './studio-day.ts';
import { addSampleData, type NamedPage } from './test/support/add-sample-data.ts';
import { openConsole } from './test/support/console.ts';
import { untilSettled } from './test/support/until-settled.ts';

const FOLDER = join(import.meta.dirname, '../docs/screenshots');
/** On a busy machine the service takes a while to make the images of all steps of a cut-out. */
const TIMEOUT_MS = 60_000;
const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

const app = await openConsole();
await mkdir(FOLDER, { recursive: true });
const { pages } = await addSampleData(app.service, { width: 1600, method: 'studio' });
const { batch, failed } = await fillStudioDay(app.service);
const more = [
  { name: 'batch', path: `/console/batches/${batch}`, act: untilThumbnails },
  { name: 'failed', path: `/console/execution/${failed}` },
];
const shown: NamedPage[] = [
  ...pages
    .filter(({ name }) => name !== 'batch')
    // The page of the deliveries opens the test message. List only test messages, because the messages of the large
    // batch are newer and would come before it.
    .map((page) => (page.name === 'deliveries' ? { ...page, path: `${page.path}?type=webhook.test` } : page)),
  ...more,
];
const wanted = process.argv.slice(2);

for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, device] of Object.entries(SIZES)) {
    const signedIn = await app.visit({ colorScheme, ...device });
    const signedOut = await app.visit({ colorScheme, ...device, as: 'nobody' });
    for (const { page } of [signedIn, signedOut]) page.setDefaultTimeout(TIMEOUT_MS);
    for (const { name, path, signedOut: isSignedOut, act } of shown) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const { page } = isSignedOut ? signedOut : signedIn;
      // Report a page that does not finish loading, and go on with the others.
      await shoot(page, { path, act }, `${name}-${size}-${colorScheme}.png`).catch((error: Error) => {
        console.error(`${name}, ${size}, ${colorScheme}: ${error.message}`);
        process.exitCode = 1;
      });
    }
    await signedIn.context.close();
    await signedOut.context.close();
  }
await deleteInventedUsage(app.service);
await app.close();

async function shoot(
  page: Page,
  { path, act }: Pick<NamedPage, 'path' | 'act'>,
  file: string,
): Promise<void> {
  await page.goto(path);
  await untilSettled(page);
  await act?.(page);
  await page.screenshot({ path: join(FOLDER, file) });
}

/** Waits for the chart, whose code is loaded after the page, and for the thumbnails at the bottom of the screenshot. */
async function untilThumbnails(page: Page): Promise<void> {
  await page.locator('.uplot canvas').waitFor();
  await page.locator('.frame-link img').first().waitFor();
  await untilSettled(page);
}
