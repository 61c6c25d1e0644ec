import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharp } from '../../../service/src/components/files/sharp-setup.ts';
import { addWorkflow, create, untilStatus, upload } from '../../../service/test/support/tenant.ts';
import { consoleForTests } from '../support/console.ts';
import { untilImageLoaded } from '../support/until-image-loaded.ts';
import { testRunsOnHome } from './run-on-home-tests.ts';

const app = consoleForTests();

// The tests in run-on-home-tests.ts run here, because starting another service and browser would take half as long
// as the tests.
testRunsOnHome(app);

const MUG = join(import.meta.dirname, '../../../service/samples/mug.jpg');

/** The interval at which Home polls the newest executions. */
const NEWS_MS = 5_000;

test('cards load thumbnails only, and a format that the browser cannot show is shown as a thumbnail', async () => {
  const { administrator } = app.service();
  const tiff = await sharp(MUG).tiff().toBuffer();
  const workflow = await addWorkflow(administrator, { name: 'Kept as TIFF', qa: 'all' });
  const id = await create(administrator, workflow, {
    name: 'mug.tif',
    contentHash: await upload(administrator, tiff),
  });
  await untilStatus(administrator, id, 'IN_QA');
  const { page } = await app.visit();
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
  await untilImageLoaded(page, 'Original mug.tif');
  await page.locator('img[alt="Original mug.tif"][src*="size=1280"]').waitFor();
});

test('an execution that was created elsewhere appears on Home and updates by itself', async () => {
  const { administrator } = app.service();
  const { page } = await app.visit({ fresh: true });
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('listitem').first().waitFor();
  const workflow = await addWorkflow(administrator, { name: 'Reviewed', qa: 'all' });
  const id = await create(administrator, workflow, { name: 'elsewhere.jpg' });
  await untilStatus(administrator, id, 'IN_QA');
  await page.clock.fastForward(NEWS_MS);
  const card = page.getByRole('link').filter({ hasText: 'elsewhere.jpg' });
  await card.getByText('In review').waitFor();
  await administrator(`POST /v1/workflow/execution/${id}/approve`);
  await page.clock.fastForward(NEWS_MS);
  await card.getByText('Completed').waitFor();
});

test('a reviewer approves or rejects with a reason, and the page shows the new status', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Reviewed', qa: 'all' });
  const rejected = await create(administrator, workflow, { name: 'rejected.jpg' });
  await untilStatus(administrator, rejected, 'IN_QA');
  const { page } = await app.visit();
  await page.goto(`/console/execution/${rejected}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason').fill('The handle is cut off.');
  await page.getByRole('button', { name: 'Reject result' }).click();
  await page.getByRole('alert').getByText('The handle is cut off.').waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Completed').waitFor();
});

test('a rejection that fails keeps the typed reason', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Reviewed', qa: 'all' });
  const id = await create(administrator, workflow, { name: 'undecided.jpg' });
  await untilStatus(administrator, id, 'IN_QA');
  const { page } = await app.visit();
  await page.goto(`/console/execution/${id}`);
  await page.route('**/reject?*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Away for a moment.' } }),
  );
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason').fill('The handle is cut off.');
  await page.getByRole('button', { name: 'Reject result' }).click();
  await page.getByRole('alert').getByText('Away for a moment.').waitFor();
  assert.equal(await page.getByLabel('Reason').inputValue(), 'The handle is cut off.');
});

test('an execution shows its batch, and its other labels unchanged', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator);
  const labels = { service_batch_name: 'Autumn mugs', constructor: 'Mill & Sons' };
  const id = await create(administrator, workflow, { labels });
  const { page } = await app.visit();
  await page.goto(`/console/execution/${id}`);
  const told = (name: string) => page.locator(`dt:text-is("${name}") + dd`).textContent();
  assert.equal(await told('Batch'), 'Autumn mugs');
  assert.equal(await told('constructor'), 'Mill & Sons');
});

test('the queue time of an execution is shown for its first attempt only', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Reviewed', qa: 'all' });
  const id = await create(administrator, workflow);
  await untilStatus(administrator, id, 'IN_QA');
  const { page } = await app.visit();
  await page.goto(`/console/execution/${id}`);
  const facts = page.locator('dl.facts');
  await facts.getByText('Queue time').waitFor();
  await administrator(`POST /v1/workflow/execution/${id}/reject`, { json: { reason: 'Again.' } });
  await administrator(`POST /v1/workflow/execution/${id}/retry`);
  await untilStatus(administrator, id, 'IN_QA');
  await page.goto(`/console/execution/${id}`);
  await facts.getByText('Processing time').waitFor();
  assert.equal(await facts.getByText('Queue time').count(), 0);
});

test('the steps of an execution are shown with the image after each step, and the reason for a skipped one', async () => {
  const { administrator } = app.service();
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
  await untilStatus(administrator, id, 'COMPLETED');
  const { page } = await app.visit();
  await page.goto(`/console/execution/${id}`);
  await page.getByText('Steps', { exact: true }).click();
  await page.getByText(/^3 steps in \d+ ms · 1 skipped$/).waitFor();
  await page.getByText('Skipped: condition not met').waitFor();
  for (const step of ['small', 'grey', 'file']) await untilImageLoaded(page, `After ${step}`);
});

test('an unknown execution shows “Execution not found”', async () => {
  const { page } = await app.visit();
  await page.goto('/console/execution/0199a3f0-0000-7000-8000-000000000000');
  await page.getByRole('heading', { level: 1, name: 'Execution not found' }).waitFor();
  assert.equal(await page.title(), 'Execution not found · Darkroom');
  await page.route(/\/v1\/workflow\/execution\/[0-9a-f-]{36}\?/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Newest executions' }).click();
  await page.getByRole('row').getByRole('link').first().click();
  await page.locator('h1:focus', { hasText: 'Execution not found' }).waitFor();
});

test('Home keeps the filter of its newest executions in its address, and on Back', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Filtered on Home' });
  await untilStatus(administrator, await create(administrator, workflow), 'COMPLETED');
  const { page } = await app.visit();
  await page.goto('/');
  const filter = page.getByLabel('Filter by status');
  await filter.selectOption({ label: 'Completed' });
  await page.waitForURL('**/console/?status=COMPLETED');
  await page.locator('.frame-link', { hasText: 'Filtered on Home' }).first().click();
  await page.waitForURL('**/console/execution/*');
  await page.goBack();
  await page.getByRole('heading', { name: 'Newest executions' }).waitFor();
  assert.equal(await filter.inputValue(), 'COMPLETED');
});
