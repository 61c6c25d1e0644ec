import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addWorkflow } from '../../../service/test/support/tenant.ts';
import { ADMINISTRATOR, consoleForTests } from '../support/console.ts';
import { dropOn } from '../support/drop.ts';
import { type ImageFile, smallImages } from '../support/small-images.ts';

const app = consoleForTests();

const SMALL = { id: 'small', component: 'resize', params: { width: 12 } };
const CREATE = '**/v1/workflow/execution/create?*';

const start = async (page: Page, workflow: string, files: ImageFile[]): Promise<void> => {
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: workflow });
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByRole('button', { name: `Run ${files.length}` }).click();
  await page.getByText(/^Uploading: /).waitFor();
};

const namesIn = async (workflow: { id: string }): Promise<string[]> => {
  const path = `GET /v2/workflow/execution/?workflowId=${workflow.id}&limit=1000`;
  const list = await app.service().administrator(path);
  return list
    .json<{ entries: { inputFileName: string }[] }>()
    .entries.map(({ inputFileName }) => inputFileName)
    .sort();
};

/** Lets this many executions be created and holds back the next ones. */
const holdAfter = async (page: Page, count: number) => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let created = 0;
  await page.route(CREATE, async (route) => {
    created += 1;
    if (created <= count) return route.continue();
    reached.resolve();
    await released.promise;
    await route.continue().catch(() => {});
  });
  return { reached: reached.promise, release: () => released.resolve() };
};

test('an upload that was interrupted by closing the page lists its missing files, and continues when they are chosen again', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Closed',
    workflowComponents: [SMALL],
  });
  const files = await smallImages(12, { prefix: 'closed' });
  const { page } = await app.visit({ fresh: true });
  const hold = await holdAfter(page, 5);
  await start(page, 'Closed', files);
  await hold.reached;
  await page.getByText('Uploading: 5 of 12').waitFor();
  await page.goto('/');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByText('7 files are missing: 5 of 12 are uploaded.').waitFor();
  await page.getByText('Missing files: 7').click();
  assert.equal(await page.locator('.upload-names li').count(), 7);
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByText('The upload goes on with 7 files.').waitFor();
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  assert.deepEqual(
    await namesIn(workflow),
    files.map(({ name }) => name),
  );
});

/** Drops a folder with these files and runs them, up to the point where two are uploaded and the rest is held back. */
const dropFolder = async (
  page: Page,
  workflow: string,
  files: ImageFile[],
  folder: string,
): Promise<void> => {
  await mkdir(folder);
  for (const { name, buffer } of files) await writeFile(join(folder, name), buffer);
  const hold = await holdAfter(page, 2);
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: workflow });
  await dropOn(page, page.locator('.drop'), [folder]);
  await page.getByRole('button', { name: `Run ${files.length}` }).click();
  await hold.reached;
  await page.getByText(`Uploading: 2 of ${files.length}`).waitFor();
};

test('an upload of a dropped folder continues by itself after a reload, and after closing the browser with one click', async (t) => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Reloaded',
    workflowComponents: [SMALL],
  });
  const files = await smallImages(8, { prefix: 'reloaded' });
  const disk = await mkdtemp(join(tmpdir(), 'darkroom-drop-'));
  t.after(() => rm(disk, { recursive: true }));
  const { page } = await app.visit({ fresh: true });
  await dropFolder(page, 'Reloaded', files, join(disk, 'mugs'));
  await page.getByRole('button', { name: 'Stop upload' }).click();
  const missing = page.getByText('6 files are missing: 2 of 8 are uploaded. Press Continue');
  await missing.waitFor();
  await page.reload();
  await missing.waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Uploading: 2 of 8').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  assert.deepEqual(
    await namesIn(workflow),
    files.map(({ name }) => name),
  );
});

test('files are uploaded over plain http, where the browser offers no hash', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Plain',
    workflowComponents: [SMALL],
  });
  const files = await smallImages(3, { prefix: 'plain' });
  // The same service under an address that browsers do not treat as localhost, like any address in a network.
  const baseURL = app.service().base.replace('127.0.0.1', '0.0.0.0');
  const { page } = await app.visit({ baseURL, as: ADMINISTRATOR });
  // A service at such an address has the address in DARKROOM_PUBLIC_URL. This service has not, and would refuse
  // writes from its pages, so replace the origin that they send.
  await page.route('**/v1/**', async (route) => {
    const sent = route.request();
    if (sent.method() === 'GET') return route.continue();
    const headers = { ...sent.headers(), origin: app.service().base };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
  await start(page, 'Plain', files);
  assert.equal(await page.evaluate(() => (crypto as { subtle?: object }).subtle), undefined);
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  assert.deepEqual(
    await namesIn(workflow),
    files.map(({ name }) => name),
  );
});

test('an upload waits while the browser is offline and goes on by itself', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Offline',
    workflowComponents: [SMALL],
  });
  const files = await smallImages(10, { prefix: 'offline' });
  const { page, context } = await app.visit({ fresh: true });
  const hold = await holdAfter(page, 3);
  await start(page, 'Offline', files);
  await hold.reached;
  // Wait until the page of the batch has loaded, because its code could not be fetched offline.
  await page.getByText('Uploading: 3 of 10').waitFor();
  await context.setOffline(true);
  hold.release();
  await page.getByText(/^Upload interrupted at \d of 10/).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  assert.deepEqual(
    await namesIn(workflow),
    files.map(({ name }) => name),
  );
});

test('a lost answer creates no second execution', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Lost',
    workflowComponents: [SMALL],
  });
  const files = await smallImages(4, { prefix: 'lost' });
  const { page } = await app.visit({ fresh: true });
  let lost = 0;
  await page.route(CREATE, async (route) => {
    lost += 1;
    if (lost > 3) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await start(page, 'Lost', files);
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  assert.deepEqual(
    await namesIn(workflow),
    files.map(({ name }) => name),
  );
});

test('a session that ends during an upload leads to signing in, and the upload goes on after it', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Ended',
    workflowComponents: [SMALL],
  });
  const files = await smallImages(6, { prefix: 'ended' });
  const { page } = await app.visit({ fresh: true });
  const hold = await holdAfter(page, 2);
  await start(page, 'Ended', files);
  await hold.reached;
  await page.context().clearCookies();
  hold.release();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByLabel('E-mail').fill('admin@darkroom.local');
  await page.getByLabel('Password').fill('administrator-of-the-tests');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  assert.deepEqual(
    await namesIn(workflow),
    files.map(({ name }) => name),
  );
});

test('a second tab shows that the first one uploads, and does not send the files again', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Two tabs',
    workflowComponents: [SMALL],
  });
  const files = await smallImages(6, { prefix: 'tabs' });
  const { page, context } = await app.visit({ fresh: true });
  const hold = await holdAfter(page, 2);
  await start(page, 'Two tabs', files);
  await hold.reached;
  const second = await context.newPage();
  await second.goto('/');
  await second.getByText(/^Another tab uploads these files: \d of 6/).waitFor();
  await second.close();
  hold.release();
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  assert.deepEqual(
    await namesIn(workflow),
    files.map(({ name }) => name),
  );
});

test('a file that the service refuses is named with the reason, and the batch ends without it', async () => {
  await addWorkflow(app.service().administrator, { name: 'Refused', workflowComponents: [SMALL] });
  const [whole, other] = (await smallImages(2, { prefix: 'refused' })) as [ImageFile, ImageFile];
  // The bytes say PNG, but end after the header.
  const cut = { ...other, name: 'cut.png', buffer: other.buffer.subarray(0, 20) };
  const { page } = await app.visit({ fresh: true });
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: 'Refused' });
  await page.locator('input[type=file]').first().setInputFiles([whole, cut]);
  await page.getByRole('button', { name: 'Run 2' }).click();
  await page.getByText('1 file was not accepted.').waitFor();
  await page.getByText('Refused files: 1').click();
  await page.getByText(/^cut\.png: /).waitFor();
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  await page.getByText('1 of 1').waitFor();
});

test('images are pasted, a folder is chosen, and a dropped folder of more than 100 files is read to its end', async (t) => {
  const files = await smallImages(130, { prefix: 'shelf' });
  const disk = await mkdtemp(join(tmpdir(), 'darkroom-drop-'));
  t.after(() => rm(disk, { recursive: true }));
  const [many, few] = [join(disk, 'many'), join(disk, 'few')];
  for (const folder of [many, few]) await mkdir(join(folder, 'deeper'), { recursive: true });
  await Promise.all(
    files.map(({ name, buffer }, index) =>
      writeFile(index === 0 ? join(many, 'deeper', name) : join(many, name), buffer),
    ),
  );
  for (const { name, buffer } of await smallImages(3, { prefix: 'chosen' }))
    await writeFile(join(few, 'deeper', name), buffer);
  const { page } = await app.visit({ fresh: true });
  await page.goto('/');
  await page.getByLabel('Workflow').waitFor();
  const pasted = await smallImages(2, { prefix: 'pasted' });
  await page.evaluate(
    (images) => {
      const data = new DataTransfer();
      for (const { name, base64 } of images)
        data.items.add(
          new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, {
            type: 'image/png',
          }),
        );
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
    },
    pasted.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  );
  const counted = (count: number) => page.getByText(`${count} files`, { exact: true }).waitFor();
  await counted(2);
  await page.getByRole('listitem').filter({ hasText: 'pasted-0002.png' }).getByText('Ready').waitFor();
  const plain = page.locator('input[type=file]').first();
  assert.deepEqual(
    await plain.evaluate((input: HTMLInputElement) => [input.multiple, input.webkitdirectory]),
    [true, false],
  );
  await page.getByLabel('Add folder').setInputFiles(few);
  await counted(5);
  await page.getByRole('listitem').filter({ hasText: 'few/deeper/chosen-0003.png' }).waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await dropOn(page, page.locator('.drop'), [many]);
  await counted(130);
  await page.getByRole('button', { name: 'Run 130' }).waitFor();
  assert.equal(await page.getByLabel('Batch name').inputValue(), 'many', 'the cleared folder is forgotten');
});
