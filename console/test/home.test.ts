import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addWorkflow, create, until } from '../../service/test/support/tenant.ts';
import { consoleForTests } from './support/console.ts';

const house = consoleForTests();

const MUG = join(import.meta.dirname, '../../service/samples/mug.jpg');
const LOGO = join(import.meta.dirname, '../../service/samples/logo.png');

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
  const { page } = await house.visit();
  await page.goto('/');
  const workflow = await addWorkflow(administrator, { name: 'Reviewed', qa: 'all' });
  const id = await create(administrator, workflow, { name: 'elsewhere.jpg' });
  await until(administrator, id, 'IN_QA');
  const card = page.getByRole('link').filter({ hasText: 'elsewhere.jpg' });
  await card.getByText('In review').waitFor();
  await administrator(`POST /v1/workflow/execution/${id}/approve`);
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
  await page.getByText('This execution does not exist here').waitFor();
});
