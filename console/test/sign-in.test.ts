import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPath } from '../src/session/next-path.ts';
import { ADMINISTRATOR, consoleForTests } from './support/console.ts';

const app = consoleForTests();

/** The interval at which Home polls the newest executions. */
const NEWS_MS = 5_000;

test('a person signs in with e-mail and password and arrives at the requested page', async () => {
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/console/organization/keys');
  await page.waitForURL('**/console/sign-in?next=*');
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/console/organization/keys');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
});

test('a wrong password shows an error message, and the fields keep their values', async () => {
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/console/sign-in');
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), ADMINISTRATOR.email);
});

test('signing in never leads to another site', async () => {
  for (const next of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    7,
    undefined,
  ])
    assert.equal(nextPath(next), '/');
  assert.equal(nextPath('/activate?user_code=BCDF-GHJK'), '/activate?user_code=BCDF-GHJK');
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/console/sign-in?next=//evil.example/');
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Newest executions' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/console/');
});

test('signing out shows the sign-in page, and so does a session that ended elsewhere', async () => {
  const { page, context } = await app.visit({ as: ADMINISTRATOR });
  await page.goto('/');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/console/sign-in*');
  assert.equal((await context.request.get('/v1/session')).status(), 401);

  const elsewhere = await app.visit({ fresh: true });
  await elsewhere.page.clock.install();
  await elsewhere.page.goto('/');
  await elsewhere.page.getByText('No executions yet').waitFor();
  await elsewhere.context.clearCookies();
  await elsewhere.page.clock.fastForward(NEWS_MS);
  await elsewhere.page.waitForURL('**/console/sign-in*');
});

test('the chosen theme is kept after a reload', async () => {
  const { page } = await app.visit({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Newest executions' }).waitFor();
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  assert.equal(scheme, 'dark');
});

test('an unknown address shows “not found” and a link to Home', async () => {
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/console/nowhere');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.waitForURL('**/console/sign-in*');
});

test('the API reference shows every operation, without signing in', async () => {
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/docs');
  const operation = page.locator('details.operation').filter({
    has: page.getByText('/v1/workflow/execution/create', { exact: true }),
  });
  await operation.locator('summary').click();
  await operation.getByText('Response 201, text/plain').waitFor();
  const { paths } = (await (await page.request.get('/openapi.json')).json()) as {
    paths: Record<string, object>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
  assert.equal(await page.locator('details.operation').count(), operations);
});
