import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { sharp } from '../../../service/src/components/files/sharp-setup.ts';
import {
  addWorkflow,
  create,
  ok,
  untilStatus,
  type WorkflowRecord,
} from '../../../service/test/support/tenant.ts';
import { until } from '../../../service/test/support/until.ts';
import { byKeyboard } from '../support/by-keyboard.ts';
import { ADMINISTRATOR, consoleForTests } from '../support/console.ts';
import { checkDocumentedClicks, mouse, signInWith } from '../support/input-devices.ts';
import { smallImages } from '../support/small-images.ts';
import { untilImageLoaded } from '../support/until-image-loaded.ts';

// This file is long on purpose: its tests share one service and one browser, and starting those takes longer than
// most tests.

const app = consoleForTests();
const SAMPLES = join(import.meta.dirname, '../../../service/samples');

/** A small photo, so that previews are made at once. */
const photo = async (name: string) => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp(join(SAMPLES, `${name}.jpg`))
    .resize({ width: 240 })
    .jpeg()
    .toBuffer(),
});

const workflows = async (): Promise<WorkflowRecord[]> =>
  (await ok(app.service().administrator('GET /v1/workflow?limit=1000'))).json<{ entries: WorkflowRecord[] }>()
    .entries;

const savedAs = async (name: string): Promise<WorkflowRecord> => {
  const found = (await workflows()).find((workflow) => workflow.name === name);
  assert.ok(found, `${name} is not saved`);
  return found;
};

const RESIZE = [{ id: 'small', component: 'resize', params: { width: 200 } }];
const openEditor = async (page: Page, { id }: { id: string }) => {
  await page.goto(`/console/workflows/${id}`);
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
};
const stepTitles = (page: Page) => page.locator('.editor-step .step-title').allTextContents();

test('(c) a user makes a workflow with a preview, changes it and compares the versions', async () => {
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/');
  const device = mouse();
  await signInWith(device, page);
  await device.press(page.getByRole('link', { name: 'Workflows' }));
  await device.press(page.getByRole('link', { name: 'New workflow' }));
  await device.press(page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Spring shop');
  await page.getByLabel('Add photos').setInputFiles([await photo('mug'), await photo('bottle')]);
  await untilImageLoaded(page, 'mug.jpg after the input');
  await device.press(page.getByRole('button', { name: 'Add step' }));
  await device.press(page.getByRole('option', { name: /^Tint/ }));
  await untilImageLoaded(page, 'mug.jpg after tint');
  await page.getByText('11 credits an image').waitFor();
  await device.press(page.getByRole('button', { name: 'Save' }));
  await page.getByRole('link', { name: 'Versions' }).waitFor();

  await device.press(page.getByRole('textbox', { name: 'Strength' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1');
  await device.press(page.getByRole('button', { name: 'Save' }));
  await page.getByText('Spring shop is saved as a new version.').waitFor();
  await device.press(page.getByRole('link', { name: 'Versions' }));
  await page.getByRole('heading', { name: 'From version 1 to version 2' }).waitFor();
  await page.getByText('from 0.5 to 1').waitFor();
  const mug = page.getByRole('listitem', { name: 'mug.jpg' });
  await mug.getByText(/% of the image differs/).waitFor();
  await untilImageLoaded(page, 'mug.jpg, version A');
  await untilImageLoaded(page, 'bottle.jpg, version B');
  checkDocumentedClicks('c', device);
  await page.getByRole('button', { name: 'Run both at full size for 44 credits' }).click();
  // The results at full size are as wide as the photos, 240 pixels, and have a file size.
  await mug.getByText(/^B: 240 × \d+, [\d.]+ kB$/).waitFor();
  await mug.getByText(/% of the image differs/).waitFor();

  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('heading', { name: 'From version 2 to version 3' }).waitFor();
  assert.equal((await savedAs('Spring shop')).workflowComponents[0]?.params['strength'], 0.5);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'From version 3 to version 4' }).waitFor();
  assert.equal((await savedAs('Spring shop')).workflowComponents[0]?.params['strength'], 1);
});

test('by keyboard alone a workflow is made, changed and its versions are compared', async () => {
  const { page } = await app.visit();
  await page.goto('/console/workflows');
  const keys = byKeyboard(page);
  await keys.to('New workflow');
  await keys.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await keys.to('Name');
  await keys.type('By keyboard');
  await keys.to('Add step');
  await keys.press('Enter');
  await keys.type('tint');
  await keys.press('Enter');
  await page.getByText('11 credits an image').waitFor();
  await keys.to('Add step');
  await keys.press('Enter');
  await keys.type('resize');
  await keys.press('Enter');
  await page.locator('[data-step="resize"]:focus').waitFor();
  await keys.press('Alt+ArrowUp');
  await page.getByText('Resize is now step 1 of 2.').waitFor();
  await keys.to('Width');
  await keys.press('ControlOrMeta+a');
  await keys.type('180');
  await keys.press('ControlOrMeta+s');
  await page.getByText('By keyboard is saved.').waitFor();
  await keys.to('Width');
  await keys.press('ArrowUp');
  await keys.press('ControlOrMeta+s');
  await page.getByText('By keyboard is saved as a new version.').waitFor();
  await keys.to('Versions');
  await keys.press('Enter');
  await page.getByText('from 180 to 181').waitFor();
  const { workflowComponents } = await savedAs('By keyboard');
  assert.deepEqual(
    workflowComponents.map(({ id, params }) => [id, params['width']]),
    [
      ['resize', 181],
      ['tint', undefined],
    ],
  );
});

test('photos that are added as samples replace those of the newest executions, and more than ten are refused by a message', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Sampled', workflowComponents: RESIZE });
  await untilStatus(
    administrator,
    await create(administrator, workflow, { name: 'newest.jpg' }),
    'COMPLETED',
  );
  const { page } = await app.visit();
  await openEditor(page, workflow);
  await page.getByRole('button', { name: 'Preview on newest.jpg' }).waitFor();
  await page.getByLabel('Add photos').setInputFiles(await smallImages(12, { prefix: 'sample' }));
  await page.getByText('10 of 12 photos were added: there are at most 10 samples.').waitFor();
  const names = await page
    .locator('.sample-photo[aria-pressed]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''));
  assert.equal(names.length, 10);
  assert.ok(
    names.every((name) => name.startsWith('sample-')),
    `${names}`,
  );
});

test('hints, named outputs, names of results and the sampling of lots have fields', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Cut with hints',
    workflowComponents: [
      { id: 'cut', component: 'remove-background', params: { method: 'studio' }, output: 'cutout' },
      { id: 'jpeg', component: 'convert', params: { format: 'jpeg' } },
    ],
    resultNames: '{name}_shop',
  });
  const { page } = await app.visit();
  await page.goto(`/console/workflows/${workflow.id}?step=cut`);
  assert.equal(await page.getByLabel('Output name').inputValue(), 'cutout');
  await page.getByLabel('Output name').fill('alpha');
  const keep = page.getByRole('group', { name: 'Keep', exact: true });
  await keep.getByRole('button', { name: 'Add box' }).click();
  await keep.getByLabel('Keep, mark 1, x in percent').fill('10');
  const surface = page.getByRole('group', { name: 'Drop', exact: true }).getByRole('img');
  await surface.scrollIntoViewIfNeeded();
  const box = (await surface.boundingBox())!;
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
  await page.getByRole('tab', { name: 'Workflow' }).click();
  assert.equal(await page.getByLabel('Template').inputValue(), '{name}_shop');
  await page.getByLabel('Template').fill('{label.sku}_{index}');
  await page.getByLabel('Review', { exact: true }).selectOption('sample');
  await page.getByLabel('Acceptable share of rejects (AQL)').selectOption('2.5');
  await page.getByLabel('Images in a lot').fill('200');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Cut with hints is saved as a new version.').waitFor();
  const saved = await savedAs('Cut with hints');
  const { output, params } = saved.workflowComponents[0]!;
  const [stroke] = params['drop'] as { points: [number, number][] }[];
  assert.deepEqual(
    [output, params['keep'], saved.resultNames, saved.qaSampling],
    [
      'alpha',
      [{ x: 0.1, y: 0.4, width: 0.2, height: 0.2 }],
      '{label.sku}_{index}',
      { aql: 2.5, lotSize: 200 },
    ],
  );
  assert.ok(Math.abs(stroke!.points[0]![0] - 0.25) < 0.01 && stroke!.points.length > 2, `${stroke?.points}`);
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByText('from {name}_shop to {label.sku}_{index}').waitFor();
  await page.getByText('from cutout to alpha').waitFor();
});

test('a session that ends while editing loses nothing', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Long work',
    workflowComponents: RESIZE,
  });
  const { page, context } = await app.visit({ as: ADMINISTRATOR });
  await openEditor(page, workflow);
  await page.getByRole('textbox', { name: 'Name' }).fill('Hours of work');
  // Delays all calls until both fields are filled, because the first refused call shows the sign-in page.
  const filled = Promise.withResolvers<void>();
  await page.route('**/v1/**', async (route) => {
    await filled.promise;
    await route.continue();
  });
  await context.clearCookies();
  await page.getByRole('textbox', { name: 'Width' }).fill('321');
  filled.resolve();
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Your unsaved changes are back.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Hours of work');
  assert.equal(await page.getByRole('textbox', { name: 'Width' }).inputValue(), '321');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Hours of work is saved as a new version.').waitFor();
  await page.reload();
  await page.getByRole('textbox', { name: 'Width' }).waitFor();
  assert.equal(await page.getByText('Your unsaved changes are back.').count(), 0);
});

test('a mistake is shown at its field and in the list of steps, until it is corrected', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Wrong',
    workflowComponents: RESIZE,
  });
  const { page } = await app.visit();
  await openEditor(page, workflow);
  const width = page.getByRole('textbox', { name: 'Width' });
  await width.fill('99999');
  const field = page.locator('.step-param').filter({ has: width });
  await field.getByText('Must be a whole number from 0 to 16000.').waitFor();
  await page.getByText('Needs a change').waitFor();
  await width.fill('120');
  await page.getByText('Needs a change').waitFor({ state: 'detached' });
});

test('steps are reordered by dragging, and everything can be undone, redone and edited as JSON', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Order',
    workflowComponents: [...RESIZE, { id: 'tint', component: 'tint' }, { id: 'flip', component: 'flip' }],
  });
  const { page } = await app.visit();
  await openEditor(page, workflow);
  const step = (id: string) => page.locator(`[data-step="${id}"]`);
  await step('flip').dragTo(step('small'), { targetPosition: { x: 60, y: 4 } });
  await page.waitForFunction(() => document.querySelectorAll('.step-title')[1]?.textContent === 'Flip');
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.deepEqual(await stepTitles(page), ['Input', 'Resize', 'Tint', 'Flip']);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  assert.deepEqual(await stepTitles(page), ['Input', 'Flip', 'Resize', 'Tint']);

  await page.getByRole('tab', { name: 'JSON' }).click();
  const json = page.getByRole('textbox', { name: 'Workflow as JSON' });
  const text = await json.inputValue();
  await json.fill(text.replace('"flip"', '"mirror"').replace('"tint"', '"colour"'));
  await step('colour').waitFor();
  await json.fill('{');
  await page.getByText('The text is not JSON').waitFor();
  await step('colour').click();
  await page.keyboard.press('Delete');
  assert.deepEqual(await stepTitles(page), ['Input', 'Flip', 'Resize']);
  assert.doesNotMatch(await json.inputValue(), /colour/);
});

test('a newer version of someone else is not overwritten without a question', async () => {
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Shared', workflowComponents: RESIZE });
  const { page } = await app.visit();
  await openEditor(page, workflow);
  await page.getByRole('textbox', { name: 'Width' }).fill('150');
  const body = {
    name: 'Shared',
    workflowComponents: [{ id: 'small', component: 'resize', params: { width: 99 } }],
  };
  await ok(administrator(`PUT /v1/workflow/${workflow.id}`, { json: body }));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'There is a newer version' }).waitFor();
  assert.equal((await savedAs('Shared')).workflowComponents[0]?.params['width'], 99);
  await page.getByRole('button', { name: 'Save mine as the latest' }).click();
  await page.getByText('Shared is saved as a new version.').waitFor();
  assert.equal((await savedAs('Shared')).workflowComponents[0]?.params['width'], 150);
});

test('the list shows runs and failures of seven days, and a template becomes a workflow', async () => {
  const { administrator } = app.service();
  const strict = await addWorkflow(administrator, {
    name: 'Strict',
    workflowComponents: [{ id: 'check', component: 'assert', params: { minWidth: 9_000 } }],
  });
  await untilStatus(administrator, await create(administrator, strict), 'FAILED');
  const [organization] = (await ok(administrator('GET /v1/organization'))).json<{
    entries: { id: string }[];
  }>().entries;
  const usage = `GET /v1/organization/${organization?.id}/usage?group=workflow`;
  await until('the failure is in the usage report', 20_000, async () =>
    (await administrator(usage)).text.includes(strict.id),
  );
  const { page } = await app.visit();
  await page.goto('/console/workflows');
  const row = page.getByRole('row').filter({ hasText: 'Strict' });
  await row.getByText('100 %').waitFor();
  assert.match((await row.textContent()) ?? '', /11 credits1100 %/);

  await page.getByRole('link', { name: 'Use this Watermark proof' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Proof for clients');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Proof for clients is saved.').waitFor();
  const { workflowComponents } = await savedAs('Proof for clients');
  assert.deepEqual(
    workflowComponents.map(({ component }) => component),
    ['resize', 'watermark', 'metadata', 'convert'],
  );
  await page.goBack();
  await page.getByRole('searchbox', { name: 'Find a workflow' }).fill('proof for');
  await page.getByRole('link', { name: 'Proof for clients' }).click();
  await page.goBack();
  assert.equal(await page.getByRole('searchbox', { name: 'Find a workflow' }).inputValue(), 'proof for');
});

test('a colour, a position and a slider set their parameters; a workflow is exported and imported; a draft outlives a reload', async () => {
  const workflow = await addWorkflow(app.service().administrator, {
    name: 'Fields',
    workflowComponents: [
      { id: 'tint', component: 'tint' },
      { id: 'canvas', component: 'canvas', params: { width: 100, height: 100 } },
    ],
  });
  const { page } = await app.visit();
  await page.goto(`/console/workflows/${workflow.id}?step=tint`);
  await page.getByLabel('Colour, picker').fill('#336699');
  assert.equal(await page.getByRole('textbox', { name: 'Colour', exact: true }).inputValue(), '#336699');
  const slider = page.getByRole('slider', { name: 'Strength, slider' });
  await slider.focus();
  await page.keyboard.press('End');
  assert.equal(await page.getByRole('textbox', { name: 'Strength' }).inputValue(), '1');
  await page.locator('[data-step="canvas"]').click();
  await page.getByTitle('Bottom right').click();
  await page.locator('.with-unit', { hasText: 'px' }).first().waitFor();
  await page.reload();
  await page.getByText('Your unsaved changes are back.').waitFor();

  await page.getByRole('button', { name: 'More actions' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export JSON' }).click();
  const exported = await readFile(await (await download).path(), 'utf8');
  const { workflowComponents } = JSON.parse(exported) as WorkflowRecord;
  const [tint, canvas] = workflowComponents;
  assert.deepEqual(
    [tint?.params, canvas?.params['position']],
    [{ colour: '#336699', strength: 1 }, 'southeast'],
  );
  const buffer = Buffer.from(exported.replace('"tint"', '"shade"'));
  await page
    .getByLabel('Import a workflow from a JSON file')
    .setInputFiles({ name: 'shade.json', mimeType: 'application/json', buffer });
  await page.getByText('shade.json is imported.').waitFor();
  await page.locator('[data-step="shade"]').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.locator('[data-step="tint"]').waitFor();
});
