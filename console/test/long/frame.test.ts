import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleForTests } from '../support/console.ts';

const app = consoleForTests();

test('letters typed while the palette is loading arrive in its field and are no keys of the page', async () => {
  const { page } = await app.visit({ fresh: true });
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/command-palette-*.js', async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  await page.goto('/console/batches');
  await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
  await page.keyboard.press('Control+k');
  await asked.promise;
  // If the page took these keys as shortcuts instead of text for the palette, G and H would open Home.
  await page.keyboard.type('ghoz');
  await page.keyboard.press('Backspace');
  released.resolve();
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await page.keyboard.type('st');
  await page.getByRole('option', { name: 'Ghost on transparent' }).waitFor();
  assert.equal(await page.getByPlaceholder(/^Go to a page/).inputValue(), 'ghost');
  assert.equal(new URL(page.url()).pathname, '/console/batches');
});

test('a page that arrives while someone types in the palette leaves the letters there', async () => {
  const { page } = await app.visit();
  await page.goto('/console/batches');
  await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByPlaceholder(/^Go to a page/);
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('quok');
  released.resolve();
  await page.locator('h1', { hasText: 'Usage' }).waitFor({ state: 'attached' });
  await page.keyboard.type('ka');
  assert.equal(await field.inputValue(), 'quokka');
});

test('the question mark shows all shortcuts, except while someone types', async () => {
  const { page } = await app.visit();
  await page.goto('/console/batches');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').press('?');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const area of ['Executions', 'Review', 'Workflow editor'])
    await dialog.getByRole('heading', { name: area, exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.waitForURL('**/console/');
});

test('the first steps stay on Home until they are done or hidden', async () => {
  const { page } = await app.visit();
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('link', { name: 'Invite a colleague' }).waitFor();
  await steps.getByRole('button', { name: 'Hide' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Newest executions' }).waitFor();
  assert.equal(await steps.count(), 0);
});
