import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharp } from '../../../service/src/components/files/sharp-setup.ts';
import { smallPhoto } from '../../../service/test/support/small-photo.ts';
import { addWorkflow, create, untilStatus, upload } from '../../../service/test/support/tenant.ts';
import type { ConsoleForTests } from '../support/console.ts';
import { dropOn } from '../support/drop.ts';
import { untilImageLoaded } from '../support/until-image-loaded.ts';
import { untilSettled } from '../support/until-settled.ts';

const MUG = await smallPhoto('mug.jpg');
const DRESS = join(import.meta.dirname, '../../../service/samples/dress.jpg');
const LOGO = join(import.meta.dirname, '../../../service/samples/logo.png');

/** Tests of the Home page: running a workflow on one image. */
export const testRunsOnHome = (app: ConsoleForTests): void => {
  test('an image is dropped, run and compared with its result', async () => {
    const { page } = await app.visit();
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Packshot on white' });
    await page.getByLabel(/Drop an image here/).setInputFiles(MUG);
    await untilImageLoaded(page, 'Preview of mug.jpg');
    await page.getByRole('button', { name: 'Run' }).click();
    await untilImageLoaded(page, 'Result of mug.jpg');
    await untilImageLoaded(page, 'Original mug.jpg');
    const slider = page.getByRole('slider', { name: 'Compare the original with the result' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await slider.inputValue(), '51');
    await page.getByText('Side by side').click();
    await untilImageLoaded(page, 'Result of mug.jpg');
    await page.getByRole('listitem').filter({ hasText: 'mug.jpg' }).getByText('Completed').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    assert.equal((await download).suggestedFilename(), 'mug.jpg');
  });

  test('an image is dragged onto Home and its result is shown beside the original', async () => {
    // The result has another aspect ratio than the original.
    const square = { id: 'square', component: 'canvas', params: { width: 2000, height: 2000 } };
    await addWorkflow(app.service().administrator, { name: 'Square', workflowComponents: [square] });
    const { page } = await app.visit({ viewport: { width: 1280, height: 860 } });
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Square' });
    await dropOn(page, page.locator('.drop'), [MUG]);
    await untilImageLoaded(page, 'Preview of mug.jpg');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('Side by side').click();
    await untilImageLoaded(page, 'Result of mug.jpg');
    await untilImageLoaded(page, 'Original mug.jpg');
    const [original, result] = await Promise.all(
      ['Original mug.jpg', 'Result of mug.jpg'].map((name) => page.getByAltText(name).boundingBox()),
    );
    assert.ok(original && result);
    assert.ok(original.x + original.width <= result.x, 'the original is on the left');
    assert.ok(Math.abs(original.y - result.y) < 1 && Math.abs(original.height - result.height) < 1);
    assert.ok(original.width > 300 && original.height > 300, 'both are large enough to judge');
  });

  test('an image that is dropped outside the drop zone does not replace the page', async () => {
    const { page } = await app.visit();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Newest executions' }).waitFor();
    await page.evaluate(() => {
      const taken: string[] = [];
      Object.assign(window, { taken });
      for (const type of ['dragover', 'drop'])
        window.addEventListener(type, (event) => event.defaultPrevented && taken.push(type));
    });
    const devtools = await page.context().newCDPSession(page);
    const data = { items: [], files: [MUG], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: 20, y: 20, data });
    // The browser would leave the page and open the file if the page did not handle the drop.
    await page.waitForFunction(() => (window as unknown as { taken: string[] }).taken.includes('drop'));
    assert.ok(await page.getByRole('heading', { name: 'Newest executions' }).isVisible());
  });

  test('the progress of an upload is shown while it lasts', async () => {
    const { page } = await app.visit({ fresh: true });
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Web resize' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const megabyte = 1024 * 1024;
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: megabyte,
    });
    const noise = await sharp({
      create: {
        width: 700,
        height: 600,
        channels: 3,
        background: '#000000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    assert.ok(noise.length > megabyte, 'it takes more than a second');
    await page
      .getByLabel(/Drop an image here/)
      .setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer: noise });
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const bar = document.querySelector<HTMLProgressElement>('progress[aria-label="Upload"]');
        if (bar && seen.at(-1) !== bar.value) seen.push(bar.value);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor();
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor({ state: 'detached' });
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    assert.ok(seen.filter((part) => part > 0 && part < 1).length >= 2, `${seen}`);
    assert.deepEqual(
      seen,
      seen.toSorted((one, other) => one - other),
    );
    assert.equal(seen.at(-1), 1);
    await untilImageLoaded(page, 'Result of noise.png');
  });

  test('a workflow of two images asks for both before it runs', async () => {
    const { page } = await app.visit();
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Logo overlay' });
    await page.getByLabel(/Drop an image here/).setInputFiles(MUG);
    const run = page.getByRole('button', { name: 'Run' });
    assert.ok(await run.isDisabled());
    await page.getByText('Additional image', { exact: true }).waitFor();
    await page.getByLabel(/Additional image/).setInputFiles(LOGO);
    await run.click();
    await untilImageLoaded(page, 'Result of mug.jpg');
  });

  test('an image never goes to another input than the one it was chosen for', async () => {
    const { administrator } = app.service();
    const inputs = {
      1: { required: false, description: 'A logo.' },
      2: { required: false, description: 'A backdrop.' },
    };
    await addWorkflow(administrator, { name: 'Logo and backdrop', inputs });
    const { page } = await app.visit();
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Logo and backdrop' });
    await page.getByLabel(/Drop an image here/).setInputFiles(MUG);
    const run = page.getByRole('button', { name: 'Run' });
    await page.getByRole('button', { name: 'Run', disabled: false }).waitFor();
    assert.equal(await page.getByText('Additional image (optional)', { exact: true }).count(), 2);
    await page.getByLabel(/A backdrop/).setInputFiles(LOGO);
    await page.getByText('Fill the inputs in order: add an image for “A logo.” first.').waitFor();
    assert.ok(await run.isDisabled());
    await page.getByRole('button', { name: 'Remove logo.png' }).click();
    assert.ok(await run.isEnabled());
    await page.getByLabel(/A backdrop/).setInputFiles(LOGO);
    await page.getByLabel(/A logo/).setInputFiles(MUG);
    await run.click();
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Inputs' }).waitFor();
    assert.deepEqual(await page.locator('.inputs figcaption').allTextContents(), [
      'mug.jpg',
      'mug.jpg',
      'logo.png',
    ]);
  });

  test('a tall image is shown whole in its thumbnail', async () => {
    const { administrator } = app.service();
    const workflow = await addWorkflow(administrator, { name: 'Tall' });
    const contentHash = await upload(administrator, await readFile(DRESS));
    const id = await create(administrator, workflow, { contentHash, name: 'dress.jpg' });
    await untilStatus(administrator, id, 'COMPLETED');
    const { page } = await app.visit();
    for (const path of ['/', `/console/execution/${id}`]) {
      await page.goto(path);
      await untilSettled(page);
      await page.locator('.thumbnail img').first().waitFor();
      const [thumbnail, image] = await Promise.all(
        ['.thumbnail', '.thumbnail img'].map((place) => page.locator(place).first().boundingBox()),
      );
      assert.ok(thumbnail && thumbnail.height > 50, path);
      assert.deepEqual(image, thumbnail, path);
    }
  });

  test('while an image is uploading, a dropped file changes nothing', async () => {
    const { page } = await app.visit();
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Logo overlay' });
    await page.getByLabel(/Drop an image here/).setInputFiles(MUG);
    await page.getByLabel(/Additional image/).setInputFiles(LOGO);
    const created = Promise.withResolvers<void>();
    await page.route('**/v1/workflow/execution/create?*', async (route) => {
      await created.promise;
      await route.continue();
    });
    const zone = page.locator('.drop.small');
    await page.getByRole('button', { name: 'Run' }).click();
    const waiting = page.getByRole('button', { name: 'Uploading' });
    await waiting.waitFor();
    const ground = () => waiting.evaluate((button) => getComputedStyle(button).backgroundColor);
    const underThePointer = await ground();
    await page.mouse.move(0, 0);
    assert.equal(underThePointer, await ground(), 'its words can be read under the pointer too');
    assert.ok(await zone.locator('input').isDisabled());
    await dropOn(page, zone, [MUG], { isWelcome: false });
    created.resolve();
    await untilImageLoaded(page, 'Result of mug.jpg');
    assert.equal(await zone.locator('strong').textContent(), 'logo.png');
  });

  test('an execution that waits for review shows a link to it, and the next image can be started', async () => {
    const { administrator } = app.service();
    await addWorkflow(administrator, { name: 'Looked at', qa: 'all' });
    const { page } = await app.visit();
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Looked at' });
    await page.getByLabel(/Drop an image here/).setInputFiles(MUG);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('A reviewer checks the result before it is released.').waitFor();
    await page.getByRole('button', { name: 'New image' }).waitFor();
    await page.getByRole('region', { name: 'Run images' }).getByRole('link', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
  });

  test('a record that cannot be read after a run shows an error, and can be requested again', async () => {
    const { page } = await app.visit();
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Web resize' });
    await page.route(/\/v1\/workflow\/execution\/[0-9a-f-]{36}\?/, (route) =>
      route.fulfill({ status: 403, json: { message: 'Not for you at the moment.' } }),
    );
    await page.getByLabel(/Drop an image here/).setInputFiles(MUG);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').getByText('Not for you at the moment.').waitFor();
    assert.equal(await page.locator('.stage .status').count(), 0, 'no status is made up');
    await page.getByRole('button', { name: 'New image' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await untilImageLoaded(page, 'Result of mug.jpg');
  });

  test('a file that is not an image is refused before it is sent', async () => {
    const { page } = await app.visit();
    await page.goto('/');
    await page
      .getByLabel(/Drop an image here/)
      .setInputFiles({ name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear reader') });
    await page.getByText('This is not an image. Send JPEG').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Run' }).isDisabled());
  });

  test('too few credits are shown before a run, and named in its error', async () => {
    const { administrator } = app.service();
    await addWorkflow(administrator, { name: 'Dear', executionPrice: 1_000_000 });
    const { page } = await app.visit();
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Dear' });
    await page.getByText(/the balance is [\d,]+ credits/).waitFor();
    await page.getByLabel(/Drop an image here/).setInputFiles(MUG);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('link', { name: 'Details' }).click();
    await page
      .getByRole('alert')
      .getByText(/too few credits/)
      .waitFor();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
  });

  test('a run whose response was lost is not charged again when it is repeated', async () => {
    const { page } = await app.visit();
    await page.goto('/');
    await page.getByLabel('Workflow').selectOption({ label: 'Web resize' });
    await page
      .getByLabel(/Drop an image here/)
      .setInputFiles({ name: 'once.jpg', mimeType: 'image/jpeg', buffer: await readFile(MUG) });
    let isLost = false;
    await page.route('**/v1/workflow/execution/create?*', async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    const run = page.getByRole('button', { name: 'Run' });
    await run.click();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await run.click();
    await untilImageLoaded(page, 'Result of once.jpg');
    const list = await app.service().administrator('GET /v2/workflow/execution/?inputFileName=once.jpg');
    assert.equal(list.json<{ total: number }>().total, 1);
  });
};
