import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleForTests } from '../support/console.ts';

const app = consoleForTests();

const SENTENCE = 'The database cannot be reached. Send the request again in a few seconds.';
const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const PATHS = [
  '/',
  ...['batches', `batches/${UNKNOWN}`, 'executions', `execution/${UNKNOWN}`, 'review', 'workflows'],
  ...[`workflows/${UNKNOWN}`, `workflows/${UNKNOWN}/versions`, 'usage', 'usage/ledger', 'usage/queue'],
  ...['developers/keys', 'developers/webhooks', 'developers/deliveries', 'developers/apps'],
  ...['organization', 'organization/settings', 'organization/audit-log'],
];
/** What a page says when there is nothing, which it cannot know without an answer. */
const INVENTED = ['Nothing to review', 'nothing waits', 'nothing was spent', 'No worker runs', 'No entries'];

test('a page that cannot read its data says so, and neither goes on loading nor makes anything up', async () => {
  const { page } = await app.visit();
  const body = { timestamp: '2026-01-01T00:00:00Z', status: 503, error: 'Service Unavailable' };
  await page.route(/\/v[12]\/(?!session)/, (route) =>
    route.fulfill({ status: 503, json: { ...body, message: SENTENCE, path: '/' } }),
  );
  await page.clock.install();
  for (const path of PATHS) {
    await page.goto(path === '/' ? '/' : `/console/${path}`);
    const alert = page.getByRole('alert').filter({ hasText: SENTENCE }).first();
    // The page tries again three times, after one, two and four seconds.
    while (!(await alert.isVisible())) await page.clock.runFor(1_000);
    await page.clock.runFor(8_000);
    const main = page.locator('main');
    assert.equal(await main.locator('.skeleton').count(), 0, `${path} goes on loading`);
    const words = (await main.textContent()) ?? '';
    for (const invented of INVENTED) assert.ok(!words.includes(invented), `${path}: ${invented}`);
  }
});
