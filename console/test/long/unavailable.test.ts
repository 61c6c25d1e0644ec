import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleForTests } from '../support/console.ts';

const app = consoleForTests();

const SENTENCE = 'The database cannot be reached. Send the request again in a few seconds.';
const MOST_SECONDS = 60;
const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const PATHS = [
  '/',
  ...['batches', `batches/${UNKNOWN}`, 'executions', `execution/${UNKNOWN}`, 'review', 'workflows'],
  ...[`workflows/${UNKNOWN}`, `workflows/${UNKNOWN}/versions`, 'usage', 'usage/ledger', 'usage/queue'],
  ...['developers/keys', 'developers/webhooks', 'developers/deliveries', 'developers/apps'],
  ...['organization', 'organization/settings', 'organization/audit-log'],
];
/**
 * The texts for empty lists. A page that could not load a list must not show them, because it cannot know whether
 * the list is empty.
 */
const INVENTED = [
  ...['Nothing to review', 'nothing waits', 'nothing was spent', 'No worker runs', 'No entries'],
  'No warning is sent',
];

test('a page that cannot read its data says so, stops loading, and does not claim that there is none', async () => {
  const { page } = await app.visit();
  const body = { timestamp: '2026-01-01T00:00:00Z', status: 503, error: 'Service Unavailable' };
  await page.route(/\/v[12]\/(?!session)/, (route) =>
    route.fulfill({ status: 503, json: { ...body, message: SENTENCE, path: '/' } }),
  );
  await page.clock.install();
  for (const path of PATHS) {
    await page.goto(path === '/' ? '/' : `/console/${path}`);
    const main = page.locator('main');
    const loading = main.locator('.skeleton');
    const alert = main.getByRole('alert').filter({ hasText: SENTENCE }).first();
    await main.locator('h1').waitFor();
    // Advance the clock by single seconds: a failed request is retried after half a second and again after a
    // second, and some requests start only after others.
    for (let seconds = 0; seconds < MOST_SECONDS; seconds += 1) {
      await page.clock.runFor(1_000);
      if ((await alert.isVisible()) && (await loading.count()) === 0) break;
    }
    assert.ok(await alert.isVisible(), `${path} does not say what happened`);
    assert.equal(await loading.count(), 0, `${path} goes on loading`);
    const words = (await main.textContent()) ?? '';
    for (const invented of INVENTED) assert.ok(!words.includes(invented), `${path}: ${invented}`);
  }
});

test('a page says within two seconds that the service cannot be reached, and goes on by itself', async () => {
  const { page } = await app.visit({ fresh: true });
  const lost = page.getByRole('status').getByText('The service cannot be reached.');
  await page.goto('/console/organization');
  await page.getByLabel('E-mail').fill('kim@example.com');
  // The code of the next page is there, and only its data is missing.
  await page.getByRole('link', { name: 'Batches' }).hover();
  await page.waitForLoadState('networkidle');
  await page.route(/\/(v1|v2|health)(\/|$|\?)/, (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Audit log' }).click();
  await lost.waitFor({ timeout: 2_000 });
  assert.equal(await page.locator('main').getByRole('alert').count(), 0, 'the page waits instead of failing');
  await page.goBack();
  await page.getByLabel('E-mail').fill('kim@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor({ timeout: 2_000 });
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.unrouteAll();
  await page.getByRole('list', { name: 'Audit log, newest first' }).waitFor();
  await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' });
  await lost.waitFor({ state: 'detached' });
});

test('offline, a page that was not opened before waits for the connection, and nothing that was typed is lost', async () => {
  const { page, context } = await app.visit({ fresh: true });
  await page.goto('/console/organization');
  const email = page.getByLabel('E-mail');
  await email.fill('kim@example.com');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Batches' }).click();
  await page.getByRole('status').getByText('The service cannot be reached.').waitFor();
  assert.equal(await email.inputValue(), 'kim@example.com');
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
});
