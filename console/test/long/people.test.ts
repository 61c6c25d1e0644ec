import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { callAs } from '../../../service/test/support/call.ts';
import { untilReusable } from '../../../service/test/support/database/until-reusable.ts';
import { addWorkflow, create, untilStatus, upload } from '../../../service/test/support/tenant.ts';
import { until } from '../../../service/test/support/until.ts';
import { ADMINISTRATOR, consoleForTests, type Visitor } from '../support/console.ts';

const app = consoleForTests();

const MUG = join(import.meta.dirname, '../../../service/samples/mug.jpg');
const KIM = { email: 'kim@example.com', password: 'chalk lamp orchard' };
const NEW_PASSWORD = 'orchard lamp chalk';

const confirmed = async ({ page }: Visitor, open: string, confirm: string): Promise<void> => {
  await page.getByRole('button', { name: open }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

test('a second person is invited by a link, joins in a browser of their own, and is given another role', async () => {
  const owner = await app.visit();
  await owner.page.goto('/console/organization');
  await owner.page.getByLabel('E-mail').fill(KIM.email);
  await owner.page.getByLabel('Role', { exact: true }).selectOption('viewer');
  await owner.page.getByRole('button', { name: 'Invite' }).click();
  const link = await owner.page.getByLabel('Invitation link').inputValue();

  const kim = await app.visit({ as: 'nobody' });
  await kim.page.goto(new URL(link).pathname);
  await kim.page.getByLabel('Your name').fill('Kim');
  await kim.page.getByLabel('Password').fill(KIM.password);
  await kim.page.getByRole('button', { name: 'Join' }).click();
  await kim.page.getByRole('heading', { name: 'Newest executions' }).waitFor();
  // A viewer can read the pages, but they offer no way to run images or make keys.
  assert.equal(await kim.page.getByRole('button', { name: 'Run' }).count(), 0);
  await kim.page.getByRole('link', { name: 'Organization' }).click();
  await kim.page.getByRole('heading', { name: 'Members' }).waitFor();
  await kim.page.getByRole('link', { name: 'Developers' }).click();
  await kim.page.getByRole('link', { name: 'Connected apps' }).waitFor();
  assert.equal(await kim.page.getByRole('link', { name: 'API keys', exact: true }).count(), 0);

  await owner.page.reload();
  const role = owner.page.getByLabel('Role of Kim');
  await role.selectOption('operator');
  await owner.page.waitForFunction(
    () => document.querySelector<HTMLSelectElement>('[aria-label="Role of Kim"]')?.disabled === false,
  );
  await owner.page.reload();
  assert.equal(await role.inputValue(), 'operator');
  const again = await app.visit({ as: 'nobody' });
  await again.page.goto(new URL(link).pathname);
  await again.page.getByRole('alert').waitFor();
});

test('a link made by an owner sets a new password, once', async () => {
  const owner = await app.visit();
  await owner.page.goto('/console/organization');
  await owner.page.getByRole('button', { name: 'Reset password for Kim' }).click();
  await owner.page.getByRole('button', { name: 'Create link' }).click();
  const link = new URL(await owner.page.getByRole('textbox', { name: 'Link' }).inputValue()).pathname;

  const kim = await app.visit({ as: 'nobody' });
  await kim.page.goto(link);
  await kim.page.getByLabel('New password').fill(NEW_PASSWORD);
  await kim.page.getByRole('button', { name: 'Set password' }).click();
  await kim.page.getByText('Your new password is set').waitFor();
  await kim.page.goto(link);
  await kim.page.getByRole('alert').waitFor();
  const { page } = await app.visit({ as: { email: KIM.email, password: NEW_PASSWORD } });
  await page.goto('/');
  await page.getByRole('button', { name: 'Account menu of Kim, Studio' }).waitFor();
});

test('a person changes their own password and signs out everywhere', async () => {
  const kim = await app.visit({ as: { email: KIM.email, password: NEW_PASSWORD } });
  const elsewhere = await app.visit({ as: { email: KIM.email, password: NEW_PASSWORD } });
  await kim.page.goto('/console/account');
  await kim.page.getByLabel('Current password').fill(NEW_PASSWORD);
  await kim.page.getByLabel('New password').fill(KIM.password);
  await kim.page.getByRole('button', { name: 'Change password' }).click();
  await kim.page.getByText('Password changed.').waitFor();
  await elsewhere.page.goto('/');
  await elsewhere.page.waitForURL('**/console/sign-in*');
  await confirmed(kim, 'Sign out everywhere', 'Sign out');
  await kim.page.waitForURL('**/console/sign-in*');
});

test('an API key is shown once, works, and is refused soon after it is revoked', async () => {
  const owner = await app.visit();
  await owner.page.goto('/console/developers/keys');
  await owner.page.getByLabel('Name').fill('Shop import');
  await owner.page.getByRole('button', { name: 'Create key' }).click();
  const key = await owner.page.getByLabel('New key').inputValue();
  const call = callAs(app.service().base, key);
  assert.equal((await call('GET /v1/workflow')).status, 200);
  await owner.page.reload();
  await owner.page.getByRole('cell', { name: 'Shop import', exact: true }).waitFor();
  assert.ok(!(await owner.page.content()).includes(key));
  await confirmed(owner, 'Revoke Shop import', 'Revoke');
  await until('it is refused', 5_000, async () => (await call('GET /v1/workflow')).status === 401);
});

test('the organization is renamed, and the audit log shows who did what, also as CSV', async () => {
  const owner = await app.visit();
  await owner.page.goto('/console/organization');
  await owner.page.getByRole('button', { name: 'Rename' }).click();
  await owner.page.getByRole('dialog').getByLabel('Name').fill('Studio North');
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await owner.page.getByRole('heading', { name: 'Studio North' }).waitFor();
  await owner.page.getByRole('link', { name: 'Audit log' }).click();
  await owner.page.getByText('renamed the organization to Studio North').waitFor();
  const download = owner.page.waitForEvent('download');
  await owner.page.getByRole('link', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  assert.match(text, /organization\.rename/);
  assert.match(text, /key\.revoke/);
});

test('the audit log is narrowed by subject and person in its address', async () => {
  const { page } = await app.visit();
  await page.goto('/console/organization/audit-log');
  await page.getByText('renamed the organization to Studio North').waitFor();
  await page.getByLabel('About').selectOption({ label: 'API keys' });
  await page.getByText('created the API key').first().waitFor();
  await page.getByText('renamed the organization').waitFor({ state: 'detached' });
  assert.match(page.url(), /about=key/);
  await page.getByLabel('From').fill('2999-01-01');
  await page.getByText('No entry matches').waitFor();
});

test('a session that ends loses nothing that was typed into a form or a dialog', async () => {
  const { page, context } = await app.visit({ as: ADMINISTRATOR });
  const signInAgain = async () => {
    await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto('/console/account');
  await page.getByLabel('Name', { exact: true }).fill('A name that took long');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save name' }).click();
  await signInAgain();
  await page.getByRole('button', { name: 'Save name' }).waitFor();
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'A name that took long');

  await page.goto('/console/organization');
  await page.getByLabel('E-mail').fill('lee@example.com');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Studio East');
  await context.clearCookies();
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await signInAgain();
  await page.getByRole('button', { name: 'Invite' }).waitFor();
  await page.getByRole('button', { name: 'Rename' }).click();
  assert.equal(await page.getByRole('dialog').getByLabel('Name').inputValue(), 'Studio East');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'lee@example.com');
});

test('an owner turns on reuse of results, and the next execution of the same image shows that it was reused', async () => {
  const { administrator } = app.service();
  const { page } = await app.visit();
  await page.goto('/console/organization/settings');
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/settings') && answer.ok(),
  );
  await page.getByLabel('Reuse results').check();
  await saved;
  await page.reload();
  await page.getByRole('checkbox', { name: 'Reuse results', checked: true }).waitFor();
  const workflow = await addWorkflow(administrator, { name: 'Again' });
  const contentHash = await upload(administrator);
  for (const name of ['first.jpg', 'again.jpg']) {
    const id = await create(administrator, workflow, { name, contentHash });
    await untilStatus(administrator, id, 'COMPLETED');
    await untilReusable(app.service().database.database, id);
    await page.goto(`/console/execution/${id}`);
    await page.getByText('Completed').waitFor();
    const isReused = await page.getByText('Result of an earlier execution').isVisible();
    assert.equal(isReused, name === 'again.jpg');
  }
});

test('a member of two organizations switches between them, and the choice is kept', async () => {
  const { administrator } = app.service();
  const made = await administrator('POST /v1/organization', { json: { name: 'Studio South' } });
  assert.equal(made.status, 201, made.text);
  const { page } = await app.visit({ as: ADMINISTRATOR });
  await page.goto('/console/developers/keys');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Studio South' }).click();
  await page.getByRole('button', { name: /^Account menu of .*, Studio South$/ }).waitFor();
  await page.getByText('No API keys').waitFor();
  await page.getByLabel('Name').fill('Key of the south');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.getByLabel('New key').inputValue();
  const { entries } = (await callAs(app.service().base, key)('GET /v1/organization')).json<{
    entries: { name: string }[];
  }>();
  assert.deepEqual(
    entries.map(({ name }) => name),
    ['Studio South'],
  );
  await page.goto('/');
  await page.getByRole('heading', { name: 'Studio South' }).waitFor();
  await page.getByText('No executions yet').waitFor();
  await page.getByText('Create one under Workflows, for example from a template.').waitFor();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Studio North' }).click();
  await page.getByRole('heading', { name: 'Studio North' }).waitFor();
});

test('after a switch of the organization, nothing of the previous one is shown', async () => {
  const { administrator } = app.service();
  await untilStatus(
    administrator,
    await create(administrator, await addWorkflow(administrator)),
    'COMPLETED',
  );
  const { page } = await app.visit({ as: ADMINISTRATOR });
  await page.goto('/');
  await page.getByLabel(/Drop an image here/).setInputFiles(MUG);
  await page.getByAltText('Preview of mug.jpg').waitFor();
  await page.locator('.sheet img').first().waitFor();
  const listed = Promise.withResolvers<void>();
  await page.route('**/v2/workflow/execution?*', async (route) => {
    await listed.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Studio South' }).click();
  await page.getByRole('heading', { name: 'Studio South' }).waitFor();
  await page.getByLabel(/Drop an image here/).waitFor({ state: 'attached' });
  assert.equal(await page.locator('main img').count(), 0);
  listed.resolve();
  await page.getByText('No executions yet').waitFor();
});

test('a form that was refused keeps what was typed', async () => {
  const { page } = await app.visit();
  await page.route(/\/(invitations|keys|oauth-client)$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { message: 'Away for a moment.' } })
      : route.continue(),
  );
  const forms = [
    { path: 'organization', field: 'E-mail', typed: 'lee@example.com', send: 'Invite' },
    { path: 'developers/keys', field: 'Name', typed: 'Night batch', send: 'Create key' },
    { path: 'developers/apps', field: 'Client id', typed: 'capture-tool', send: 'Register' },
  ];
  for (const { path, field, typed, send } of forms) {
    await page.goto(`/console/${path}`);
    if (path === 'developers/apps') await page.getByLabel('Name').fill('Capture tool');
    await page.getByLabel(field).fill(typed);
    await page.getByRole('button', { name: send }).click();
    await page.getByRole('alert').getByText('Away for a moment.').waitFor();
    assert.equal(await page.getByLabel(field).inputValue(), typed);
  }
});

test('the last owner cannot leave, and the page says why', async () => {
  const owner = await app.visit();
  await owner.page.goto('/console/organization');
  await owner.page.getByRole('button', { name: /^Leave/ }).click();
  await owner.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await owner.page.getByRole('dialog').getByRole('alert').getByText(/owner/).waitFor();
});
