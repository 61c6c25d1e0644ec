import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../../service/test/support/free-port.ts';
import { type Service, startService } from '../../../service/test/support/service.ts';
import { addWorkflow } from '../../../service/test/support/tenant.ts';
import { shareChromium } from '../support/chromium.ts';
import { ADMINISTRATOR } from '../support/console.ts';
import { type ImageFile, smallImages } from '../support/small-images.ts';

const SMALL = { id: 'small', component: 'resize', params: { width: 12 } };
const chromium = shareChromium();
let browser: Browser;
let port: number;
/**
 * A service that owns the database and the data folder. The tested service runs beside it, so that it can stop and
 * start again.
 */
let anchor: Service;
let service: Service;

const start = () =>
  startService({
    beside: anchor,
    env: { DARKROOM_PORT: String(port), DARKROOM_ADMIN_PASSWORD: ADMINISTRATOR.password },
  });

before(async () => {
  port = await freePort();
  anchor = await startService({ env: { DARKROOM_ADMIN_PASSWORD: ADMINISTRATOR.password } });
  [service, browser] = await Promise.all([start(), chromium.open()]);
});

after(async () => {
  await chromium.release();
  await service.stop();
  await anchor.stop();
});

const run = async (page: Page, workflow: string, files: ImageFile[]): Promise<void> => {
  await page.getByLabel('Workflow').selectOption({ label: workflow });
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByRole('button', { name: `Run ${files.length}` }).click();
};

const signedIn = async (): Promise<Page> => {
  const context = await browser.newContext({ baseURL: service.base });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await page.goto('/');
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page;
};

const namesOf = async (workflow: { id: string }): Promise<string[]> => {
  const list = await service.administrator(
    `GET /v2/workflow/execution/?workflowId=${workflow.id}&limit=1000`,
  );
  const { entries } = list.json<{ entries: { inputFileName: string }[] }>();
  return entries.map(({ inputFileName }) => inputFileName).sort();
};

test('200 photos become one ZIP', async () => {
  const workflow = await addWorkflow(service.administrator, { name: 'Small', workflowComponents: [SMALL] });
  const files = await smallImages(200);
  const page = await signedIn();
  await run(page, 'Small', files);
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  await page.getByText('200 of 200').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download ZIP' }).click();
  assert.match((await download).suggestedFilename(), /\.zip$/);
  assert.deepEqual(
    await namesOf(workflow),
    files.map(({ name }) => name),
  );
  await page.context().close();
});

test('a service that restarts in the middle of an upload loses no file and runs none twice', async () => {
  const workflow = await addWorkflow(service.administrator, {
    name: 'Restarted',
    workflowComponents: [SMALL],
  });
  const files = await smallImages(120, { prefix: 'restarted' });
  const page = await signedIn();
  await run(page, 'Restarted', files);
  await page.getByText(/^Uploading: [1-9]\d* of 120/).waitFor();
  await service.stop();
  await page.getByText(/^Upload interrupted at /).waitFor();
  service = await start();
  await page.locator('.batch-state', { hasText: 'Completed' }).waitFor();
  assert.deepEqual(
    await namesOf(workflow),
    files.map(({ name }) => name),
  );
  await page.context().close();
});
