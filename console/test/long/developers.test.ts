import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { statement } from '../../../service/src/postgres/connection/database.ts';
import { addWorkflow, create, ok } from '../../../service/test/support/tenant.ts';
import { consoleForTests } from '../support/console.ts';
import { settled } from '../support/settled.ts';

const app = consoleForTests();
const run = promisify(execFile);
const MUG = join(import.meta.dirname, '../../../service/samples/mug.jpg');

const GRANT_OFTEN = statement(`
  with granted as (
    insert into ledger (organization_id, kind, amount) select $1, 'grant', 1 from generate_series(1, $2::int)
  )
  update accounts set spendable = spendable + $2::int where organization_id = $1`);

const RUNNERS = {
  curl: { file: 'run.sh', command: 'sh' },
  TypeScript: { file: 'run.mts', command: process.execPath },
  Python: { file: 'run.py', command: 'python3' },
};

test('the quick start has code that runs as it is, with a new key and the chosen workflow', async (t) => {
  const { administrator } = app.service();
  await addWorkflow(administrator, {
    name: 'To WebP',
    workflowComponents: [
      { id: 'small', component: 'resize', params: { width: 64 } },
      { id: 'webp', component: 'convert', params: { format: 'webp' } },
    ],
  });
  const { page } = await app.visit();
  await page.goto('/console/developers');
  await page.getByLabel('Workflow').selectOption({ label: 'To WebP' });
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('New key').inputValue();
  await page.getByText('Waiting for the first call').waitFor();
  for (const [language, { file, command }] of Object.entries(RUNNERS)) {
    if (spawnSync(command, ['-c', '1']).error) {
      t.diagnostic(`${command} is not installed: the example in ${language} did not run`);
      continue;
    }
    await page.getByText(language, { exact: true }).click();
    const code = (await page.locator('.quick-code pre').textContent()) ?? '';
    assert.ok(code.includes(key), language);
    const folder = await mkdtemp(join(tmpdir(), 'darkroom-quick-start-'));
    t.after(() => rm(folder, { recursive: true }));
    await copyFile(MUG, join(folder, 'photo.jpg'));
    await writeFile(join(folder, file), code);
    await run(command, [file], { cwd: folder });
    const result = await readFile(join(folder, 'result.jpg'));
    assert.equal(result.subarray(8, 12).toString(), 'WEBP', language);
  }
  await page.getByText('It works: the key was used.').waitFor();
});

test("a call in the reference has the person's organization filled in, and shows its answer", async () => {
  const { page } = await app.visit();
  await page.goto('/console/developers/reference');
  await page.getByRole('searchbox').fill('settings');
  await page.waitForURL('**/reference?find=settings');
  const get = page.locator('.operation').filter({ hasText: 'Returns the settings' });
  await get.locator('summary').click();
  await get.getByRole('button', { name: 'Try it' }).click();
  await get.getByRole('button', { name: 'Send GET' }).click();
  const answer = get.getByRole('region', { name: 'Response' });
  await answer.getByText('"reuseResults": false').waitFor();
  const put = page.locator('.operation').filter({ hasText: 'Changes settings' });
  await put.locator('summary').click();
  await put.getByRole('button', { name: 'Try it' }).click();
  await put.getByLabel('JSON body').fill('{"creditsLowAt": 250}');
  await put.getByRole('button', { name: 'Send PUT' }).click();
  await put.getByRole('region', { name: 'Response' }).getByText('"creditsLowAt": 250').waitFor();
  await put.getByLabel('JSON body').fill('{"creditsLowAt": "many"}');
  await put.getByRole('button', { name: 'Send PUT' }).click();
  await put
    .getByRole('alert')
    .getByText(/creditsLowAt/)
    .waitFor();
  assert.equal(await put.getByLabel('JSON body').inputValue(), '{"creditsLowAt": "many"}');
});

test('a stream of events is shown as it comes, until it is stopped', async () => {
  const { page } = await app.visit();
  await page.goto('/console/developers/reference?find=qa%20stream');
  const stream = page.locator('.operation').first();
  await stream.locator('summary').click();
  await stream.getByRole('button', { name: 'Try it' }).click();
  await stream.getByRole('button', { name: 'Send GET' }).click();
  await stream.getByRole('region', { name: 'Response' }).getByText('"length":0').waitFor();
  await stream.getByRole('button', { name: 'Stop' }).click();
  await stream.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  assert.equal(await stream.getByRole('alert').count(), 0);
});

test('the whole ledger is saved as CSV, also when it is longer than one answer', async () => {
  const { administrator, database } = app.service();
  const { entries } = (await ok(administrator('GET /v1/organization'))).json<{ entries: { id: string }[] }>();
  await database.database.run(GRANT_OFTEN, [entries[0]?.id, 1001]);
  const { page } = await app.visit();
  await page.goto('/console/usage/ledger?kind=grant');
  await page.getByText(/^1 to 50 of 1,00/).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  assert.equal(lines.filter((line) => line.startsWith('id,')).length, 1, lines[0]);
  assert.equal(new Set(lines).size, lines.length);
  assert.ok(lines.length > 1001, `${lines.length} lines`);
  await page.getByRole('button', { name: 'Older' }).click();
  await page.waitForURL(/offset=50/);
  await page.getByText(/^51 to 100 of/).waitFor();
  await page.goBack();
  await page.getByText(/^1 to 50 of/).waitFor();
});

test('settings, reject codes, limits, the low-credits warning and mails are saved', async () => {
  const { administrator } = app.service();
  const { entries } = (await ok(administrator('GET /v1/organization'))).json<{ entries: { id: string }[] }>();
  const organization = `/v1/organization/${entries[0]?.id}`;
  const { page } = await app.visit();
  await page.goto('/console/organization/settings');
  await page.getByLabel('Resume when credits are added').check();
  await page.getByText('Resume when credits are added: on.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Resume when credits are added: off.').waitFor();
  await page.getByLabel('New code').fill('fingerprint');
  await page.getByRole('button', { name: 'Add code' }).click();
  await page.getByRole('button', { name: 'Remove fingerprint' }).waitFor();
  await page.getByRole('button', { name: 'Remove shadow' }).click();
  await page.getByText('shadow removed.').waitFor();
  const codes = (await ok(administrator(`GET ${organization}/reject-codes`))).json<{ entries: string[] }>();
  assert.ok(codes.entries.includes('fingerprint') && !codes.entries.includes('shadow'), `${codes.entries}`);

  await page.getByLabel('Requests per minute').fill('900');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await page.getByText('Limits saved.').waitFor();
  const limits = (await ok(administrator(`GET ${organization}/limits`))).json<object>();
  assert.deepEqual(limits, { requestsPerMinute: 900, belowCost: false });
  assert.equal(await page.title(), 'Settings · Organization · Darkroom');
  await ok(administrator(`PUT ${organization}/limits`, { json: { requestsPerMinute: null } }));

  await page.goto('/console/usage');
  await page.getByLabel('Warn below').fill('700');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Warning below 700 credits.').waitFor();
  const settings = (await ok(administrator(`GET ${organization}/settings`))).json<Record<string, unknown>>();
  assert.deepEqual([settings['creditsLowAt'], settings['autoResume']], [700, false]);

  await page.goto('/console/account');
  await page.getByText('This service has no mail server').waitFor();
  await page.getByLabel(/^Credits run low/).check();
  await page.getByRole('checkbox', { name: /^Credits run low/, checked: true, disabled: false }).waitFor();
  await page.reload();
  await page.getByRole('checkbox', { name: /^Credits run low/, checked: true }).waitFor();
});

test('a viewer sees the queue and their own apps, and no credits, keys, webhooks or previews', async () => {
  const { page } = await app.visit();
  await page.goto('/console/organization');
  await page.getByLabel('E-mail').fill('vera@example.com');
  await page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await page.getByRole('button', { name: 'Invite' }).click();
  const link = await page.getByLabel('Invitation link').inputValue();
  const vera = await app.visit({ as: 'nobody' });
  await vera.page.goto(new URL(link).pathname);
  await vera.page.getByLabel('Your name').fill('Vera');
  await vera.page.getByLabel('Password').fill('orchard lamp chalk');
  await vera.page.getByRole('button', { name: 'Join' }).click();
  await vera.page.getByRole('link', { name: 'Usage' }).click();
  await vera.page.waitForURL('**/usage/queue');
  await vera.page.getByText('Throughput').waitFor();
  assert.equal(await vera.page.getByText('Workers').count(), 0);
  const tabs = (area: string) =>
    vera.page.getByRole('navigation', { name: area }).getByRole('link').allTextContents();
  assert.deepEqual(await tabs('Usage'), ['Queue']);
  await vera.page.getByRole('link', { name: 'Developers' }).click();
  await vera.page.getByText('Ask an owner or admin').waitFor();
  assert.deepEqual(await tabs('Developers'), ['Quick start', 'Connected apps', 'Reference']);
  await vera.page.goto('/console/developers/keys');
  await vera.page.getByText('API keys: for owners and admins').waitFor();
  assert.equal(await vera.page.getByRole('button', { name: 'Create key' }).count(), 0);
  const { administrator } = app.service();
  const workflow = await addWorkflow(administrator, { name: 'Read only' });
  await create(administrator, workflow, { name: 'sample.jpg' });
  const refused: string[] = [];
  vera.page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
  await vera.page.goto(`/console/workflows/${workflow.id}`);
  await vera.page.getByText('Your role does not include previews.').waitFor();
  await settled(vera.page);
  assert.deepEqual(refused, []);
});
