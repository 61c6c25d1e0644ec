import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { sharp } from '../../service/src/components/sharp-setup.ts';
import { addWorkflow, create, until, upload } from '../../service/test/support/tenant.ts';
import { consoleForTests } from './support/console.ts';

const house = consoleForTests();

const MUG = join(import.meta.dirname, '../../service/samples/mug.jpg');
const LOGO = join(import.meta.dirname, '../../service/samples/logo.png');

/** Within this time Home asks what is new. */
const NEWS_MS = 5_000;

const hasPixels = (page: Page, name: string) =>
  page.waitForFunction(
    (alt) => [...document.images].some((image) => image.alt === alt && image.naturalWidth > 0),
    name,
  );

test('a picture is dropped, run and compared with its result', async () => {
  const { page } = await house.visit();
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: 'Packshot on white' });
  await page.getByLabel(/Drop a picture here/).setInputFiles(MUG);
  await hasPixels(page, 'Preview of mug.jpg');
  await page.getByRole('button', { name: 'Run' }).click();
  await hasPixels(page, 'Result of mug.jpg');
  await hasPixels(page, 'Original mug.jpg');
  const slider = page.getByRole('slider', { name: 'Compare the original with the result' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await slider.inputValue(), '51');
  await page.getByText('Side by side').click();
  await hasPixels(page, 'Result of mug.jpg');
  await page.getByRole('listitem').filter({ hasText: 'mug.jpg' }).getByText('Completed').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  assert.equal((await download).suggestedFilename(), 'mug.jpg');
});

/** As the desktop does it, file and all: the page cannot tell it from a hand. */
const dropOn = async (
  page: Page,
  target: Locator,
  file: string,
  { isWelcome = true } = {},
): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const box = await target.boundingBox();
  assert.ok(box);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  if (isWelcome) await page.locator('.drop.over').waitFor();
  await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at, data });
};

test('a picture is dragged onto Home and its result stands beside the original', async () => {
  const { page } = await house.visit({ viewport: { width: 1280, height: 860 } });
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: 'Packshot on white' });
  await dropOn(page, page.locator('.drop'), MUG);
  await hasPixels(page, 'Preview of mug.jpg');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('Side by side').click();
  await hasPixels(page, 'Result of mug.jpg');
  await hasPixels(page, 'Original mug.jpg');
  const [original, result] = await Promise.all(
    ['Original mug.jpg', 'Result of mug.jpg'].map((name) => page.getByAltText(name).boundingBox()),
  );
  assert.ok(original && result);
  assert.ok(original.x + original.width <= result.x, 'the original is on the left');
  assert.ok(Math.abs(original.y - result.y) < 1 && Math.abs(original.height - result.height) < 1);
  assert.ok(original.width > 300 && original.height > 300, 'both are large enough to judge');
});

test('a picture that is dropped beside the zone does not replace the page', async () => {
  const { page } = await house.visit();
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
  // What is not taken by the page is opened by the browser, in its place.
  await page.waitForFunction(() => (window as unknown as { taken: string[] }).taken.includes('drop'));
  assert.ok(await page.getByRole('heading', { name: 'Newest executions' }).isVisible());
});

test('the progress of an upload is shown while it lasts', async () => {
  const { page } = await house.visit({ fresh: true });
  await page.goto('/');
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
    .getByLabel(/Drop a picture here/)
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
  await hasPixels(page, 'Result of noise.png');
});

test('cards load small copies only, and a format that the browser does not know is shown by one', async () => {
  const { administrator } = house.service();
  const tiff = await sharp(MUG).tiff().toBuffer();
  const workflow = await addWorkflow(administrator, { name: 'Kept as TIFF', qa: 'all' });
  const id = await create(administrator, workflow, {
    name: 'mug.tif',
    contentHash: await upload(administrator, tiff),
  });
  await until(administrator, id, 'IN_QA');
  const { page } = await house.visit();
  const asked: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/v1/image/')) asked.push(url);
  });
  await page.goto('/');
  await page.waitForFunction(() => {
    const cards = [...document.querySelectorAll<HTMLImageElement>('.sheet img')];
    return cards.length > 0 && cards[0]?.complete && (cards[0]?.naturalWidth ?? 0) > 0;
  });
  assert.ok(asked.length > 0);
  for (const { searchParams } of asked) assert.equal(searchParams.get('size'), '320');

  await page.goto(`/console/execution/${id}`);
  await hasPixels(page, 'Original mug.tif');
  const shown = await page.getByAltText('Original mug.tif').getAttribute('src');
  assert.equal(new URL(shown ?? '', page.url()).searchParams.get('size'), '1280');
});

test('a workflow of two pictures asks for both before it runs', async () => {
  const { page } = await house.visit();
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: 'Logo overlay' });
  await page.getByLabel(/Drop a picture here/).setInputFiles(MUG);
  const run = page.getByRole('button', { name: 'Run' });
  assert.ok(await run.isDisabled());
  await page.getByLabel(/Another picture/).setInputFiles(LOGO);
  await run.click();
  await hasPixels(page, 'Result of mug.jpg');
});

test('a picture never goes to another input than the one it was chosen for', async () => {
  const { administrator } = house.service();
  const inputs = {
    1: { required: false, description: 'A logo.' },
    2: { required: false, description: 'A backdrop.' },
  };
  await addWorkflow(administrator, { name: 'Logo and backdrop', inputs });
  const { page } = await house.visit();
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: 'Logo and backdrop' });
  await page.getByLabel(/Drop a picture here/).setInputFiles(MUG);
  const run = page.getByRole('button', { name: 'Run' });
  assert.ok(await run.isEnabled());
  await page.getByLabel(/A backdrop/).setInputFiles(LOGO);
  await page.getByText('Inputs are filled in order: “A logo.” has no picture yet.').waitFor();
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

test('while a picture is under way nothing that is dropped changes its run', async () => {
  const { page } = await house.visit();
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: 'Logo overlay' });
  await page.getByLabel(/Drop a picture here/).setInputFiles(MUG);
  await page.getByLabel(/Another picture/).setInputFiles(LOGO);
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
  await dropOn(page, zone, MUG, { isWelcome: false });
  created.resolve();
  await hasPixels(page, 'Result of mug.jpg');
  assert.equal(await zone.locator('strong').textContent(), 'logo.png');
});

test('what waits for review is told with a way to it, and the next picture may follow', async () => {
  const { administrator } = house.service();
  await addWorkflow(administrator, { name: 'Looked at', qa: 'all' });
  const { page } = await house.visit();
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: 'Looked at' });
  await page.getByLabel(/Drop a picture here/).setInputFiles(MUG);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('A reviewer looks at the result before it is released.').waitFor();
  await page.getByRole('button', { name: 'Next picture' }).waitFor();
  await page.getByRole('link', { name: 'Review it' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
});

test('a record that cannot be read after a run is told, and can be asked for again', async () => {
  const { page } = await house.visit();
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: 'Web resize' });
  await page.route(/\/v1\/workflow\/execution\/[0-9a-f-]{36}\?/, (route) =>
    route.fulfill({ status: 403, json: { message: 'Not for you at the moment.' } }),
  );
  await page.getByLabel(/Drop a picture here/).setInputFiles(MUG);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('alert').getByText('Not for you at the moment.').waitFor();
  assert.equal(await page.locator('.stage .status').count(), 0, 'no status is made up');
  await page.getByRole('button', { name: 'Next picture' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await hasPixels(page, 'Result of mug.jpg');
});

test('what is no picture is refused in words', async () => {
  const { page } = await house.visit();
  await page.goto('/');
  await page
    .getByLabel(/Drop a picture here/)
    .setInputFiles({ name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear reader') });
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('alert').waitFor();
});

test('an execution that is made elsewhere appears on Home and changes by itself', async () => {
  const { administrator } = house.service();
  const { page } = await house.visit({ fresh: true });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('listitem').first().waitFor();
  const workflow = await addWorkflow(administrator, { name: 'Reviewed', qa: 'all' });
  const id = await create(administrator, workflow, { name: 'elsewhere.jpg' });
  await until(administrator, id, 'IN_QA');
  await page.clock.fastForward(NEWS_MS);
  const card = page.getByRole('link').filter({ hasText: 'elsewhere.jpg' });
  await card.getByText('In review').waitFor();
  await administrator(`POST /v1/workflow/execution/${id}/approve`);
  await page.clock.fastForward(NEWS_MS);
  await card.getByText('Completed').waitFor();
});

test('a reviewer approves or rejects with a reason, and the page follows', async () => {
  const { administrator } = house.service();
  const workflow = await addWorkflow(administrator, { name: 'Reviewed', qa: 'all' });
  const rejected = await create(administrator, workflow, { name: 'rejected.jpg' });
  await until(administrator, rejected, 'IN_QA');
  const { page } = await house.visit();
  await page.goto(`/console/execution/${rejected}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason').fill('The handle is cut off.');
  await page.getByRole('button', { name: 'Reject it' }).click();
  await page.getByRole('alert').getByText('The handle is cut off.').waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Completed').waitFor();
});

test('a rejection that is refused keeps its reason', async () => {
  const { administrator } = house.service();
  const workflow = await addWorkflow(administrator, { name: 'Reviewed', qa: 'all' });
  const id = await create(administrator, workflow, { name: 'undecided.jpg' });
  await until(administrator, id, 'IN_QA');
  const { page } = await house.visit();
  await page.goto(`/console/execution/${id}`);
  await page.route('**/reject?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Away for a moment.' } }),
  );
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason').fill('The handle is cut off.');
  await page.getByRole('button', { name: 'Reject it' }).click();
  await page.getByRole('alert').getByText('Away for a moment.').waitFor();
  assert.equal(await page.getByLabel('Reason').inputValue(), 'The handle is cut off.');
});

test('how long an execution waited is told of its first start only', async () => {
  const { administrator } = house.service();
  const workflow = await addWorkflow(administrator, { name: 'Reviewed', qa: 'all' });
  const id = await create(administrator, workflow);
  await until(administrator, id, 'IN_QA');
  const { page } = await house.visit();
  await page.goto(`/console/execution/${id}`);
  const facts = page.locator('dl.facts');
  await facts.getByText('Waited').waitFor();
  await administrator(`POST /v1/workflow/execution/${id}/reject`, { json: { reason: 'Again.' } });
  await administrator(`POST /v1/workflow/execution/${id}/retry`);
  await until(administrator, id, 'IN_QA');
  await page.goto(`/console/execution/${id}`);
  await facts.getByText('Worked').waitFor();
  assert.equal(await facts.getByText('Waited').count(), 0);
});

test('the steps of an execution are shown with what each made, and why one did nothing', async () => {
  const { administrator } = house.service();
  const workflow = await addWorkflow(administrator, {
    name: 'By steps',
    workflowComponents: [
      { id: 'small', component: 'resize', params: { width: 64, height: 64 } },
      { id: 'grey', component: 'grayscale', params: {} },
      { id: 'huge', component: 'blur', params: {}, when: { minWidth: 5_000 } },
      { id: 'file', component: 'convert', params: { format: 'png' } },
    ],
  });
  const id = await create(administrator, workflow, { name: 'stepped.jpg' });
  await until(administrator, id, 'COMPLETED');
  const { page } = await house.visit();
  await page.goto(`/console/execution/${id}`);
  await page.getByText('Steps', { exact: true }).click();
  await page.getByText(/^3 steps in \d+ ms, 1 skipped$/).waitFor();
  await page.getByText('Skipped: its condition did not hold').waitFor();
  for (const step of ['small', 'grey', 'file']) await hasPixels(page, `After ${step}`);
});

test('too few credits are told before, and named after', async () => {
  const { administrator } = house.service();
  await addWorkflow(administrator, { name: 'Dear', executionPrice: 1_000_000 });
  const { page } = await house.visit();
  await page.goto('/');
  await page.getByLabel('Workflow').selectOption({ label: 'Dear' });
  await page.getByText(/There are only [\d,]+ credits/).waitFor();
  await page.getByLabel(/Drop a picture here/).setInputFiles(MUG);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('link', { name: 'Details' }).click();
  await page
    .getByRole('alert')
    .getByText(/not enough credits/)
    .waitFor();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
});

test('an execution that is not there says so', async () => {
  const { page } = await house.visit();
  await page.goto('/console/execution/0199a3f0-0000-7000-8000-000000000000');
  await page.getByRole('heading', { level: 1, name: 'This execution does not exist here' }).waitFor();
  assert.equal(await page.title(), 'This execution does not exist here · Darkroom');
  await page.route(/\/v1\/workflow\/execution\/[0-9a-f-]{36}\?/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Newest executions' }).click();
  await page.getByRole('listitem').getByRole('link').first().click();
  await page.locator('h1:focus', { hasText: 'This execution does not exist here' }).waitFor();
});
