import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addWorkflow, create, ok, upload } from '../../../service/test/support/tenant.ts';
import { until } from '../../../service/test/support/until.ts';
import { answerOnce } from '../support/answer-once.ts';
import { consoleForTests } from '../support/console.ts';
import {
  checkDocumentedClicks,
  type InputDevice,
  keyboard,
  mouse,
  signInWith,
} from '../support/input-devices.ts';
import { brokenImage, type ImageFile, smallImages } from '../support/small-images.ts';

// This file is long on purpose: its tests share one service and one browser, and starting those takes longer than
// most tests.

const app = consoleForTests();

const SMALL = { id: 'small', component: 'resize', params: { width: 12 } };

/** Chooses files on Home as a person does: with the first file input of the page. */
const choose = async (page: Page, workflow: string, files: ImageFile[]): Promise<void> => {
  await page.getByLabel('Workflow').selectOption({ label: workflow });
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByText(`${files.length} files`, { exact: true }).waitFor();
};

const untilState = (page: Page, state: string) => page.locator('.batch-state', { hasText: state }).waitFor();

const batchOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

const executionsOf = async (batch: string) => {
  const list = await app.service().administrator(`GET /v2/workflow/execution/?batch=${batch}&limit=1000`);
  return list.json<{ entries: { id: string; inputFileName: string; status: string; attempts: number }[] }>()
    .entries;
};

/** Opens the sign-in page and signs in with the mouse. */
const signedInByMouse = async (): Promise<{ page: Page; device: InputDevice }> => {
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/');
  const device = mouse();
  await signInWith(device, page);
  return { page, device };
};

test('(a) a person signs in, runs many images as one batch and downloads the results as one ZIP', async () => {
  await addWorkflow(app.service().administrator, { name: 'Small', workflowComponents: [SMALL] });
  const { page, device } = await signedInByMouse();
  await device.choose(page.getByLabel('Workflow'), 'Small');
  // Sets the files directly, as a drop does: this takes no click.
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await smallImages(24));
  await page.getByText('24 files', { exact: true }).waitFor();
  await device.type(page.getByLabel('Batch name'), 'Spring catalogue');
  await device.press(page.getByRole('button', { name: 'Run 24' }));
  await page.getByRole('heading', { level: 1, name: 'Spring catalogue' }).waitFor();
  await untilState(page, 'Completed');
  await page.getByText('24 of 24').waitFor();
  const download = page.waitForEvent('download');
  await device.press(page.getByRole('link', { name: 'Download ZIP' }));
  assert.match((await download).suggestedFilename(), /\.zip$/);
  checkDocumentedClicks('a', device);
  const names = (await executionsOf(batchOf(page))).map(({ inputFileName }) => inputFileName);
  assert.equal(new Set(names).size, 24, 'each image ran once');
});

test('by keyboard alone many images are run as one batch and its ZIP is downloaded', async () => {
  await addWorkflow(app.service().administrator, { name: 'Small by keys', workflowComponents: [SMALL] });
  const { page } = await app.visit();
  await page.goto('/');
  const select = page.getByLabel('Workflow');
  await select.waitFor();
  // Listen for the file dialog before it is opened, because the browser hands it to the test a moment later.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, 'input[type=file]');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await smallImages(3, { prefix: 'keys' }));
  await page.getByText('3 files', { exact: true }).waitFor();
  await tabTo(page, 'select');
  await page.keyboard.type('Small by keys');
  await tabTo(page, '.run-area .button.primary');
  await page.keyboard.press('Enter');
  await untilState(page, 'Completed');
  await tabTo(page, 'a[href*="results.zip"]');
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await download;
});

const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${selector}`);
};

test('the tray says which files are no images, which are duplicates and which were processed before', async () => {
  await addWorkflow(app.service().administrator, { name: 'Small again', workflowComponents: [SMALL] });
  const { page } = await app.visit();
  await page.goto('/');
  const [first, second, third] = (await smallImages(3, { prefix: 'tray' })) as [
    ImageFile,
    ImageFile,
    ImageFile,
  ];
  await choose(page, 'Small again', [first, second]);
  await page.getByRole('button', { name: 'Run 2' }).click();
  await untilState(page, 'Completed');

  await page.goto('/');
  const letter = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear reader') };
  await choose(page, 'Small again', [first, third, { ...third, name: 'copy.png' }, letter]);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await row('tray-0001.png').getByText('Already processed').waitFor();
  await row('tray-0003.png').first().getByText('Ready').waitFor();
  await row('copy.png').getByText('Duplicate of tray-0003.png').waitFor();
  await row('letter.jpg').getByText('This is not an image.').waitFor();
  await page.getByRole('button', { name: 'Run 2' }).waitFor();
  await page.getByLabel('Run the duplicate too').check();
  await page.getByRole('button', { name: 'Run 3' }).waitFor();
  const fact = (name: string, words: RegExp) =>
    page.locator(`dt:text-is("${name}") + dd`, { hasText: words }).waitFor();
  await fact('Price', /^10 credits each$/);
  await fact('Total', /^30 credits of [\d,]+$/);
  await fact('Expected time', /^about \d+ (s|min)/);
  await page.getByRole('button', { name: 'Skip 1 already processed' }).click();
  await page.getByRole('button', { name: 'Run 2' }).waitFor();
});

test('one image for the second input of a workflow goes to all images of the batch', async () => {
  const { page } = await app.visit();
  await page.goto('/');
  const [logo] = (await smallImages(1, { prefix: 'logo' })) as [ImageFile];
  await choose(page, 'Logo overlay', await smallImages(2, { prefix: 'under-a-logo' }));
  assert.ok(await page.getByRole('button', { name: 'Run 2' }).isDisabled());
  await page.getByLabel(/Additional image/).setInputFiles(logo);
  await page.getByRole('button', { name: 'Run 2' }).click();
  await untilState(page, 'Completed');
  await page.getByText('2 of 2').waitFor();
});

test('failures are grouped by reason, and all that failed are retried with one click', async () => {
  await addWorkflow(app.service().administrator, { name: 'Small or broken', workflowComponents: [SMALL] });
  const { page } = await app.visit();
  await page.goto('/');
  const broken = await Promise.all(['a.jpg', 'b.jpg', 'c.jpg'].map(brokenImage));
  await choose(page, 'Small or broken', [...(await smallImages(3, { prefix: 'whole' })), ...broken]);
  await page.getByRole('button', { name: 'Run 6' }).click();
  await untilState(page, 'Completed');
  await page.getByRole('heading', { name: 'Failures by reason' }).waitFor();
  await page.locator('.failure').first().waitFor();
  assert.equal(await page.locator('.failure').count(), 1);
  await page.getByRole('link', { name: 'Failed 3' }).click();
  // The page still shows all six images of the batch until the list of the failed ones has loaded.
  await page.locator('.frame-link').nth(3).waitFor({ state: 'detached' });
  assert.equal(await page.locator('.frame-link').count(), 3);
  await page.getByRole('button', { name: 'Retry 3 failed' }).click();
  await page.getByText('3 images run again.').waitFor();
  await page.getByRole('button', { name: 'Retry 3 failed' }).waitFor();
  const failed = await until('each failed image has run again', 30_000, async () => {
    const all = (await executionsOf(batchOf(page))).filter(({ status }) => status === 'FAILED');
    return all.length === 3 && all.every(({ attempts }) => attempts > 1) && all;
  });
  assert.equal(new Set(failed.map(({ attempts }) => attempts)).size, 1);
  await page.getByRole('link', { name: /^Show images/ }).click();
  await page.locator('.total', { hasText: '3 executions' }).waitFor();
  await page.getByRole('button', { name: /^Error: / }).waitFor();
  await page.getByRole('button', { name: /^Batch: Batch of / }).waitFor();
});

/** Makes a batch through the API, because these tests are about its page. */
const madeBatch = async (name: string, files: ImageFile[], { paused = false } = {}): Promise<string> => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: `For ${name}`, workflowComponents: [SMALL] });
  const json = { name, expected: files.length };
  const { id } = (await ok(administrator('POST /v1/batch', { json }))).json<{ id: string }>();
  if (paused) await ok(administrator(`POST /v1/batch/${id}/pause`));
  for (const file of files) {
    const contentHash = await upload(administrator, file.buffer);
    await create(administrator, workflow, { contentHash, name: file.name, labels: { service_batch_id: id } });
  }
  return id;
};

test('(b) and (i) the queue and the estimate of a batch, and a retry of all that failed in another', async () => {
  const broken = await Promise.all(['m.jpg', 'n.jpg'].map(brokenImage));
  await madeBatch('Broken by hand', broken);
  const held = await madeBatch('Held by hand', await smallImages(1, { prefix: 'held-hand' }), {
    paused: true,
  });
  const first = await signedInByMouse();
  const openBatch = async ({ page, device }: typeof first, name: string) => {
    await device.press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Batches' }));
    await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
    await device.press(page.getByRole('link', { name, exact: true }));
  };
  await openBatch(first, 'Held by hand');
  await first.page.locator('dt:text-is("Queue") + dd', { hasText: '1 waiting' }).waitFor();
  await first.page.locator('dt:text-is("Estimated end") + dd').waitFor();
  checkDocumentedClicks('i', first.device);
  const second = await signedInByMouse();
  await openBatch(second, 'Broken by hand');
  await untilState(second.page, 'Completed');
  await second.device.press(second.page.getByRole('button', { name: 'Retry 2 failed' }));
  await second.page.getByText('2 images run again.').waitFor();
  checkDocumentedClicks('b', second.device);
  // Cancel the paused batch: its execution waits in the organization's queue, whose length the next tests check.
  await ok(app.service().administrator(`POST /v1/batch/${held}/cancel`));
});

test('by keyboard alone all that failed in a batch are retried', async () => {
  const broken = await Promise.all(['k.jpg', 'l.jpg'].map(brokenImage));
  const batch = await madeBatch('Broken by keys', broken);
  const { page } = await app.visit();
  await page.goto('/');
  await page.getByLabel('Workflow').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  const device = keyboard(page);
  await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
  await device.press(page.getByRole('link', { name: 'Broken by keys' }));
  await untilState(page, 'Completed');
  await device.press(page.getByRole('button', { name: 'Retry 2 failed' }));
  await page.getByText('2 images run again.').waitFor();
  await until('each failed image has run again', 30_000, async () =>
    (await executionsOf(batch)).every(({ status, attempts }) => status === 'FAILED' && attempts > 1),
  );
});

test('by keyboard alone the queue and the estimate of a batch are found, and its images by status', async () => {
  await madeBatch('Held by keys', await smallImages(3, { prefix: 'held-keys' }), { paused: true });
  const { page } = await app.visit();
  await page.goto('/console/batches');
  const device = keyboard(page);
  await page.getByRole('link', { name: 'Held by keys' }).waitFor();
  await device.press(page.getByRole('link', { name: 'Held by keys' }));
  await untilState(page, 'Paused');
  const fact = (name: string) => page.locator(`dt:text-is("${name}") + dd`);
  await fact('Queue').getByText('3 waiting, 0 running').waitFor();
  await fact('Estimated end').waitFor();
  await page.locator('.tabs [aria-current=page]', { hasText: 'All' }).waitFor();
  await device.press(page.getByRole('link', { name: 'Queued 3' }));
  await page.locator('.tabs [aria-current=page]', { hasText: 'Queued' }).waitFor();
  await device.press(page.getByRole('button', { name: 'Resume' }));
  await untilState(page, 'Completed');
});

test('a paused batch shows its queue, and its estimate and end when it goes on', async () => {
  await addWorkflow(app.service().administrator, { name: 'Small and held', workflowComponents: [SMALL] });
  const { page } = await app.visit();
  await page.goto('/');
  const answers = Promise.withResolvers<void>();
  // The executions are created after the batch was paused, so all of them wait.
  await page.route('**/v1/workflow/execution/create?*', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await choose(page, 'Small and held', await smallImages(6, { prefix: 'held' }));
  await page.getByRole('button', { name: 'Run 6' }).click();
  await page.getByText('Uploading: 0 of 6').waitFor();
  await app.service().administrator(`POST /v1/batch/${batchOf(page)}/pause`);
  answers.resolve();
  await untilState(page, 'Paused');
  const fact = (name: string) => page.locator(`dt:text-is("${name}") + dd`);
  await fact('Queue').getByText('6 waiting, 0 running').waitFor();
  await fact('Estimated end').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await untilState(page, 'Completed');
  await fact('Throughput')
    .getByText(/\d+ images (in \d|per minute)/)
    .waitFor();
});

test('more failures than the page reads at once are counted exactly, and unpaid ones are shown', async () => {
  const { administrator } = app.service();
  const dear = await addWorkflow(administrator, { name: 'Unpaid', executionPrice: 1_000_000 });
  const json = { name: 'Unpaid shelf', expected: 210 };
  const { id } = (await ok(administrator('POST /v1/batch', { json }))).json<{ id: string }>();
  const contentHash = await upload(administrator);
  const bodies = Array.from({ length: 210 }, (_, index) => ({
    image: { name: `unpaid-${index}.jpg`, contentHash },
    labels: { service_batch_id: id },
  }));
  await ok(administrator(`POST /v1/workflow/execution/create-many?workflow=${dear.id}`, { json: bodies }));
  const { page } = await app.visit();
  await page.goto(`/console/batches/${id}`);
  await page.locator('.failure-count', { hasText: '210' }).waitFor();
  await page.getByRole('button', { name: 'Retry 210 unpaid' }).waitFor();
  await page.getByRole('link', { name: /^Show images/ }).click();
  await page.locator('.total', { hasText: '210 executions' }).waitFor();
});

test('the page of an image leads to the next one of its batch, and Back to the place in the list', async () => {
  // 70 images, more than the page reads at first, all created in the same millisecond.
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Never run', workflowComponents: [SMALL] });
  const json = { name: 'Long shelf', expected: 70 };
  const { id } = (await ok(administrator('POST /v1/batch', { json }))).json<{ id: string }>();
  await ok(administrator(`POST /v1/batch/${id}/pause`));
  const contentHash = await upload(administrator);
  const bodies = Array.from({ length: 70 }, (_, index) => ({
    image: { name: `shelf-${String(index).padStart(2, '0')}.jpg`, contentHash },
    labels: { service_batch_id: id },
  }));
  await ok(
    administrator(`POST /v1/workflow/execution/create-many?workflow=${workflow.id}`, { json: bodies }),
  );
  const { page } = await app.visit();
  await page.goto('/console/batches?search=shelf');
  await page.getByRole('link', { name: 'Long shelf' }).click();
  await page.getByRole('link', { name: 'Table' }).click();
  const line = (name: string) => page.locator('.image-link', { hasText: name });
  await line('shelf-00.jpg').waitFor();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await line('shelf-57.jpg').click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await heading('shelf-57.jpg');
  await page.getByRole('link', { name: 'Next' }).click();
  await heading('shelf-58.jpg');
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Long shelf' })
    .waitFor();
  await page.goBack();
  await line('shelf-57.jpg').waitFor();
  await page.waitForFunction(() => window.scrollY > 1_000);
  assert.match(page.url(), /view=table/);
});

test('results get their names in the ZIP from a template, the list is saved as CSV, and waiting images are canceled', async () => {
  const batch = await madeBatch('Named files', await smallImages(1, { prefix: 'zip' }));
  const { page } = await app.visit();
  await page.goto(`/console/batches/${batch}`);
  await untilState(page, 'Completed');
  await page.getByRole('button', { name: 'File names in the ZIP' }).click();
  await page.getByLabel('File names', { exact: true }).fill('shop_{name}_{index}');
  await page.getByText('For example shop_mug_1.jpg').waitFor();
  const zip = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download with these names' }).click();
  // The names of the files in a ZIP are plain text in its bytes.
  assert.match(await readFile(await (await zip).path(), 'latin1'), /shop_zip-0001_1\.png/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  const csv = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  assert.match(await readFile(await (await csv).path(), 'utf8'), /zip-0001\.png/);

  const held = await madeBatch('Called off', await smallImages(2, { prefix: 'off' }), { paused: true });
  await page.goto(`/console/batches/${held}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel images' }).click();
  await page.getByRole('link', { name: 'Failed 2' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Retry \d+ failed/ }).count(), 0);
});

test('new images of a batch appear also after a proxy has answered once in place of its stream', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Followed', workflowComponents: [SMALL] });
  const json = { name: 'Followed', expected: 2 };
  const { id } = (await ok(administrator('POST /v1/batch', { json }))).json<{ id: string }>();
  await ok(administrator(`POST /v1/batch/${id}/pause`));
  const contentHash = await upload(administrator);
  const labels = { service_batch_id: id };
  await create(administrator, workflow, { contentHash, name: 'first.jpg', labels });
  const { page } = await app.visit();
  const stream = await answerOnce(page, `**/v1/batch/${id}/status?*`, 502);
  await page.goto(`/console/batches/${id}?view=table`);
  await page.locator('.image-link', { hasText: 'first.jpg' }).waitFor();
  await stream.answered;
  await create(administrator, workflow, { contentHash, name: 'second.jpg', labels });
  await page.locator('.image-link', { hasText: 'second.jpg' }).waitFor();
});

test('a budget is set on the page of a batch, and holds back what exceeds it', async () => {
  await addWorkflow(app.service().administrator, {
    name: 'Dear and small',
    workflowComponents: [SMALL],
    executionPrice: 10,
  });
  const { page } = await app.visit();
  await page.goto('/');
  await choose(page, 'Dear and small', await smallImages(2, { prefix: 'budget' }));
  await page.getByRole('button', { name: 'Run 2' }).click();
  await untilState(page, 'Completed');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Batch settings' }).click();
  await page.getByLabel('Budget in credits').fill('25');
  await page.getByLabel('Review').selectOption({ label: 'All results' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('dt:text-is("Budget") + dd').getByText('25 credits').waitFor();
  await page.locator('dt:text-is("Review") + dd').getByText('All results, set for this batch').waitFor();
});

test('the list of batches is searched and filtered in its address, which Back keeps', async () => {
  const { page } = await app.visit();
  await page.goto('/console/batches');
  await page.getByRole('searchbox', { name: 'Search batches by name' }).fill('spring');
  const row = page.getByRole('link', { name: 'Spring catalogue' });
  await page.getByText('1 batch', { exact: true }).waitFor();
  await row.click();
  await page.getByRole('heading', { level: 1, name: 'Spring catalogue' }).waitFor();
  await page.goBack();
  await page.getByText('1 batch', { exact: true }).waitFor();
  assert.equal(await page.getByRole('searchbox').inputValue(), 'spring');
  assert.match(page.url(), /search=spring/);
  await page.getByRole('link', { name: 'Batches', exact: true }).click();
  await page.waitForURL(/\/console\/batches$/);
  assert.equal(await page.getByRole('searchbox').inputValue(), '', 'the field shows what the list goes by');
});
