import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addWorkflow, create, ok, read, untilStatus, upload } from '../../../service/test/support/tenant.ts';
import { until } from '../../../service/test/support/until.ts';
import { ADMINISTRATOR, consoleForTests } from '../support/console.ts';
import { checkDocumentedClicks, mouse, signInWith } from '../support/input-devices.ts';
import { untilImageLoaded } from '../support/until-image-loaded.ts';

const app = consoleForTests();

const MANY = 130;
const CROP = { id: 'square', component: 'crop', params: { width: 1, height: 1 } };
const TOO_SMALL = { id: 'check', component: 'assert', params: { minWidth: 5000 } };

const administrator = () => app.service().administrator;
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const untilTotal = (page: Page, words: string) => page.locator('.total', { hasText: words }).waitFor();

let made: Promise<void> | undefined;
/** Executions that wait for credits, made once. Nothing runs, which makes no difference to the list. */
const chairs = (): Promise<void> => {
  made ??= makeChairs();
  return made;
};
const makeChairs = async (): Promise<void> => {
  const call = administrator();
  const dear = await addWorkflow(call, { name: 'Dear', executionPrice: 1_000_000 });
  const contentHash = await upload(call);
  const bodies = Array.from({ length: MANY }, (_, index) => ({
    image: { name: `chair-${String(index).padStart(3, '0')}.jpg`, contentHash },
    labels: { service_batch_name: 'Chairs' },
  }));
  await ok(call(`POST /v1/workflow/execution/create-many?workflow=${dear.id}`, { json: bodies }));
};

const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail').waitFor();
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type(ADMINISTRATOR.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
};

test('a person signs in, searches for a file name and opens the execution, by keyboard alone', async () => {
  await chairs();
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/console/executions');
  await signIn(page);
  await untilTotal(page, 'executions');
  await page.keyboard.press('/');
  await page.keyboard.type('CHAIR-042');
  await untilTotal(page, '1 execution');
  await page.keyboard.press('ArrowDown');
  await page.locator('.row-link:focus', { hasText: 'chair-042.jpg' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'chair-042.jpg' }).waitFor();
});

test('(j) a search by pointer narrows the list while it is typed, and the address keeps it', async () => {
  await chairs();
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/');
  const device = mouse();
  await signInWith(device, page);
  await device.press(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Executions' }),
  );
  await device.type(page.getByRole('searchbox'), 'chair-01');
  await untilTotal(page, '10 executions');
  await device.press(page.getByRole('link', { name: 'chair-015.jpg' }));
  await page.getByRole('heading', { level: 1, name: 'chair-015.jpg' }).waitFor();
  checkDocumentedClicks('j', device);
  await page.goBack();
  await untilTotal(page, '10 executions');
  await page.reload();
  await untilTotal(page, '10 executions');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'chair-01');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  assert.equal(lines.length, 11, 'the names of the columns, and what matches the search');
  assert.ok(lines.slice(1).every((line) => line.includes('chair-01')));
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.waitForFunction(() => !window.location.search.includes('chair'));
  assert.equal(await page.getByRole('searchbox').inputValue(), '');
});

test('all failed executions of a batch are retried, by keyboard alone', async () => {
  const call = administrator();
  const failing = await addWorkflow(call, { name: 'Too small', workflowComponents: [TOO_SMALL] });
  const labels = { service_batch_name: 'Tables' };
  const ids = await Promise.all(
    ['a', 'b', 'c'].map((name) => create(call, failing, { name: `table-${name}.jpg`, labels })),
  );
  for (const id of ids) await untilStatus(call, id, 'FAILED');
  const { page } = await app.visit();
  await page.goto('/console/executions?batchName=Tables&status=FAILED');
  await untilTotal(page, '3 executions');
  await page.keyboard.press('a');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('b');
  await page.locator('button:focus', { hasText: 'Retry 3' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Retried 3.').waitFor();
  for (const id of ids) {
    await untilStatus(call, id, 'FAILED');
    assert.equal((await read(call, id)).attempts, 2);
  }
});

test('an action on all executions that match runs in the background and says how it ended', async () => {
  await chairs();
  const { page } = await app.visit();
  await page.goto('/console/executions?batchName=Chairs');
  await untilTotal(page, `${MANY} executions`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: `Select all ${MANY} that match` }).click();
  await page.getByRole('button', { name: 'Retry all' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${MANY} executions match the filter.`).waitFor();
  await dialog.getByRole('button', { name: 'Retry all' }).click();
  await page.getByText(`Retried 0. ${MANY} were skipped.`).waitFor();
});

test('more of the list is loaded while it is scrolled, and Back returns to the row', async () => {
  await chairs();
  const { page } = await app.visit();
  await page.goto('/console/executions?batchName=Chairs');
  await untilTotal(page, `${MANY} executions`);
  assert.ok((await page.getByRole('row').count()) < 60, 'only the rows in view are in the document');
  const scroller = page.locator('.list-scroller');
  // Each loaded page makes the list longer, so its end is further down each time.
  await until('the last row is shown', 10_000, async () => {
    await scroller.evaluate((list) => list.scrollTo(0, list.scrollHeight));
    return row(page, 'chair-000.jpg').isVisible();
  });
  await page.waitForURL((url) => Number(url.searchParams.get('row')) > MANY - 30);
  await row(page, 'chair-005.jpg').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'chair-005.jpg' }).waitFor();
  await page.goBack();
  await row(page, 'chair-005.jpg').waitFor();
});

test('the page of an execution leads to the next and the previous one of the filtered list', async () => {
  await chairs();
  const { page } = await app.visit();
  await page.goto('/console/executions?search=chair-02');
  await row(page, 'chair-025.jpg').getByRole('link').click();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await heading('chair-025.jpg');
  await page.getByRole('link', { name: 'Next' }).click();
  await heading('chair-024.jpg');
  await page.keyboard.press('k');
  await heading('chair-025.jpg');
  await page.reload();
  await page.getByRole('link', { name: 'Previous' }).click();
  await heading('chair-026.jpg');
  await page.getByRole('link', { name: 'Executions (filtered)' }).click();
  await untilTotal(page, '10 executions');
});

test('a saved view brings back its filter', async () => {
  await chairs();
  const { page } = await app.visit();
  await page.goto('/console/executions?search=chair-01&status=PAYMENT_REQUIRED');
  await untilTotal(page, '10 executions');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByLabel('Name', { exact: true }).fill('First chairs');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.goto('/console/executions');
  await page.getByRole('button', { name: 'All executions' }).click();
  await page.getByRole('menuitem', { name: 'First chairs' }).click();
  await untilTotal(page, '10 executions');
  await page.getByRole('button', { name: 'First chairs' }).waitFor();
});

test('original and result are aligned by the transforms of the steps, and zoomed together to 400 %', async () => {
  const call = administrator();
  const workflow = await addWorkflow(call, { name: 'Square', workflowComponents: [CROP] });
  const id = await create(call, workflow, { name: 'wide.jpg' });
  await untilStatus(call, id, 'COMPLETED');
  const { page } = await app.visit();
  await page.goto(`/console/execution/${id}`);
  const viewer = page.locator('.comparison');
  await page.locator('.comparison[data-mode=slider][data-aligned=true]').waitFor();
  await page.getByRole('slider', { name: 'Compare the original with the result' }).waitFor();
  // The image is 48 x 32 pixels, so a centred square of 32 pixels begins 8 pixels from the left.
  const left = async (layer: string) => (await viewer.locator(layer).boundingBox())?.x ?? Number.NaN;
  const width = async (layer: string) => (await viewer.locator(layer).boundingBox())?.width ?? Number.NaN;
  const scale = (await width('.after')) / 32;
  assert.ok(Math.abs((await left('.after')) - (await left('.before')) - 8 * scale) < 1);
  await page.getByText('Side by side').click();
  for (let clicks = 0; clicks < 8; clicks++) await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.locator('.zoom output', { hasText: '400 %' }).waitFor();
  assert.equal(await width('.after'), 4 * 32);
  assert.equal(await width('.before'), 4 * 48, 'both have the same zoom');
  await viewer.locator('.pane').last().hover();
  assert.match(
    (await page.locator('.readout').textContent()) ?? '',
    /Original #[0-9a-f]{6}Result #[0-9a-f]{6}/,
  );
  await page.getByText('Difference', { exact: true }).click();
  await page.locator('.comparison[data-mode=difference]').waitFor();
  await page.locator('.swatch[data-backdrop=magenta]').click();
  await page.getByText('Result', { exact: true }).first().click();
  await page.locator('.pane[data-backdrop=magenta]').waitFor();
});

test('original and result stand side by side when the steps do not say where a pixel of the result comes from', async () => {
  const call = administrator();
  const sheet = { id: 'sheet', component: 'collage', params: { cellWidth: 16, cellHeight: 16 } };
  const inputs = { 1: { required: true, description: 'The second image.' } };
  const workflow = await addWorkflow(call, { name: 'Sheet', inputs, workflowComponents: [sheet] });
  const photo = { name: 'sheet.jpg', contentHash: await upload(call) };
  const id = await create(call, workflow, { image: null, images: { default: photo, 1: photo } });
  await untilStatus(call, id, 'COMPLETED');
  const { page } = await app.visit();
  await page.goto(`/console/execution/${id}`);
  await page.locator('.comparison[data-mode=beside][data-aligned=false]').waitFor();
  await page
    .getByText('Original and result cannot be aligned, because a step changed the geometry.')
    .waitFor();
  assert.equal(await page.getByText('Slider', { exact: true }).count(), 0);
});

test('a failed execution opens at the step that failed, with the reason', async () => {
  const call = administrator();
  const grey = { id: 'grey', component: 'grayscale', params: {} };
  const failing = await addWorkflow(call, { name: 'Fails', workflowComponents: [grey, TOO_SMALL] });
  const id = await create(call, failing, { name: 'small.jpg' });
  await untilStatus(call, id, 'FAILED');
  const { page } = await app.visit();
  await page.goto(`/console/execution/${id}`);
  const step = page.locator('.waterfall li').filter({ hasText: 'assert' });
  await step.getByRole('alert').getByText('must be at least 5000 wide').waitFor();
  await step.getByText('minWidth').waitFor();
  await untilImageLoaded(page, 'After grey');
});

test('an execution runs again with other settings, and its curl command is copied', async () => {
  const call = administrator();
  const small = { id: 'small', component: 'resize', params: { width: 20 } };
  const workflow = await addWorkflow(call, { name: 'Small', workflowComponents: [small] });
  const id = await create(call, workflow, { name: 'again.jpg' });
  await untilStatus(call, id, 'COMPLETED');
  const { page } = await app.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`/console/execution/${id}`);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('menuitem', { name: 'Copy curl' }).click();
  await page.getByText('The curl command is copied.').waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(command.startsWith('curl ') && command.includes(workflow.id), command);
  await page.getByRole('button', { name: 'Run again with…' }).click();
  await page.getByLabel('Width').fill('12');
  await page.getByAltText('Preview').waitFor();
  await page.getByRole('button', { name: /^Run for/ }).click();
  await page.waitForURL((url) => url.pathname.includes('/execution/') && !url.pathname.endsWith(id));
  const again = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { settings } = await untilStatus(call, again, 'COMPLETED');
  assert.deepEqual(settings, { small: { width: 12 } });
});

test('the actions on one execution appear under the pointer, and steps are enlarged', async () => {
  const call = administrator();
  const failing = await addWorkflow(call, { name: 'Under the pointer', workflowComponents: [TOO_SMALL] });
  const id = await create(call, failing, { name: 'hovered.jpg' });
  await untilStatus(call, id, 'FAILED');
  const { page } = await app.visit();
  await page.goto('/console/executions?search=hovered');
  await row(page, 'hovered.jpg').waitFor();
  const retry = page.getByRole('button', { name: 'Retry hovered.jpg' });
  assert.equal(await retry.count(), 0);
  await row(page, 'hovered.jpg').hover();
  await page.getByRole('button', { name: 'Copy ID hovered.jpg' }).waitFor();
  await retry.click();
  await page.getByText('Retried hovered.jpg.').waitFor();

  const grey = await addWorkflow(call, {
    name: 'Grey',
    workflowComponents: [{ id: 'grey', component: 'grayscale', params: {} }],
  });
  const done = await create(call, grey, { name: 'enlarged.jpg' });
  await untilStatus(call, done, 'COMPLETED');
  await page.goto(`/console/execution/${done}`);
  await untilImageLoaded(page, 'After grey');
  await page.getByRole('button', { name: 'Enlarge' }).first().click();
  await untilImageLoaded(page, 'After grey, enlarged');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Grey', exact: true }).click();
  await page.waitForURL(`**/console/workflows/${grey.id}`);
});
