import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWorkflow, create, ok } from '../../service/test/support/tenant.ts';
import { consoleForTests } from './support/console.ts';
import { testPages } from './support/test-pages.ts';
import { untilSettled } from './support/until-settled.ts';

const app = consoleForTests();

// Only the pages that are used most, to save time. `long/pages.test.ts` tests all pages.
testPages(app, ['sign-in', 'home', 'tray', 'batch', 'execution', 'review', 'workflow-editor', 'keys']);

test('names of the maximum length neither widen a page nor overlap', async () => {
  const { administrator } = app.service();
  const { entries } = (await ok(administrator('GET /v1/organization'))).json<{ entries: { id: string }[] }>();
  const organization = `/v1/organization/${entries[0]?.id}`;
  await ok(administrator(`PUT ${organization}`, { json: { name: 'Studio'.repeat(33) } }));
  const email = `${'x'.repeat(64)}@${'long-domain.'.repeat(12)}example.com`;
  await ok(administrator(`POST ${organization}/invitations`, { json: { email, role: 'viewer' } }));
  await ok(administrator(`POST ${organization}/keys`, { json: { name: 'K'.repeat(200), role: 'viewer' } }));
  const workflow = await addWorkflow(administrator, { name: 'W'.repeat(200) });
  const labels = { service_batch_name: 'b'.repeat(1024) };
  const long = await create(administrator, workflow, { name: `${'n'.repeat(250)}.jpg`, labels });
  const paths = ['', 'organization', 'developers/keys', 'organization/audit-log', `execution/${long}`];
  const { page } = await app.visit({ fresh: true });
  for (const path of paths) {
    await page.goto(`/console/${path}`);
    await untilSettled(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, path);
      if (path !== '') continue;
      await page.locator('.frame-text').first().waitFor();
      const names = await page
        .locator('.frame-text')
        .evaluateAll((all) => all.map((one) => one.scrollWidth - one.getBoundingClientRect().width));
      assert.ok(names.length > 0 && Math.max(...names) < 1, `${names}`);
    }
  }
});

test('nothing on Home moves while it loads', async () => {
  const { page } = await app.visit({ viewport: { width: 1280, height: 860 } });
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.total += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await untilSettled(page);
  const shift = await page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);
  assert.ok(shift < 0.01, `layout shift of ${shift}`);
});
