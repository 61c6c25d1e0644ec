import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, callAs } from '../../../service/test/support/call.ts';
import { until } from '../../../service/test/support/until.ts';
import { ADMINISTRATOR, consoleForTests } from '../support/console.ts';

const app = consoleForTests();

type DeviceCode = { device_code: string; user_code: string; verification_uri_complete: string };

const form = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const program = (): Call => callAs(app.service().base);
const askForCode = async (): Promise<DeviceCode> =>
  (await program()('POST /oauth/device/code', form({ client_id: 'darkroom-cli' }))).json<DeviceCode>();
const redeem = ({ device_code }: DeviceCode) =>
  program()(
    'POST /oauth/token',
    form({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'darkroom-cli',
      device_code,
    }),
  );

test('an app is connected by its code after signing in, works, and is refused soon after it is disconnected', async () => {
  const code = await askForCode();
  const { page } = await app.visit({ as: 'nobody' });
  const { pathname, search } = new URL(code.verification_uri_complete);
  await page.goto(pathname + search);
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in' }).click();

  // The code is filled in, and nothing is confirmed without a click.
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await confirm.waitFor();
  assert.equal(await page.getByLabel('Code').inputValue(), code.user_code);
  for (const words of ['darkroom-cli', '127.0.0.1', ADMINISTRATOR.email, 'Studio'])
    assert.ok((await page.locator('main').textContent())?.includes(words), words);
  await page.getByText('Support will never ask you for this code.').waitFor();
  assert.equal((await redeem(code)).json<{ error: string }>().error, 'authorization_pending');

  await confirm.click();
  await page.getByText('is connected').waitFor();
  const token = (await redeem(code)).json<{ access_token: string }>().access_token;
  const connected = callAs(app.service().base, token);
  assert.equal((await connected('GET /v1/workflow')).status, 200);

  await page.goto('/console/developers/apps');
  await page.getByRole('button', { name: /^Disconnect/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No connected apps').waitFor();
  await until(
    'the disconnected program is refused',
    5_000,
    async () => (await connected('GET /v1/workflow')).status === 401,
  );
});

test('a code is typed in any case and without its dash, and can be denied', async () => {
  const code = await askForCode();
  const { page } = await app.visit();
  await page.goto('/activate');
  await page.getByLabel('Code').pressSequentially(code.user_code.replace('-', '').toLowerCase());
  assert.equal(await page.getByLabel('Code').inputValue(), code.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('was denied').waitFor();
  assert.equal((await redeem(code)).json<{ error: string }>().error, 'access_denied');
});

test('an unknown device code shows an error message', async () => {
  const { page } = await app.visit();
  await page.goto('/activate?user_code=BCDF-GHJK');
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Confirm' }).count(), 0);
});

test('a registered app appears in the list, and can be removed', async () => {
  const { page } = await app.visit();
  // The address that the page had before.
  await page.goto('/console/organization/apps');
  await page.waitForURL('**/console/developers/apps');
  await page.getByLabel('Name').fill('Capture tool');
  await page.getByLabel('Client id').fill('capture-tool');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Remove Capture tool' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('cell', { name: /^Capture tool/ }).waitFor({ state: 'detached' });
});
