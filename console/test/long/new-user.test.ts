import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { callAs } from '../../../service/test/support/call.ts';
import { newInstallation } from '../../../service/test/support/new-installation.ts';
import { until } from '../../../service/test/support/until.ts';
import { shareChromium } from '../support/chromium.ts';
import { watch } from '../support/console.ts';

const REFUSED_WITHIN_MS = 5_000;
const KIM = { email: 'kim@example.com', password: 'chalk lamp orchard' };
const MUG = join(import.meta.dirname, '../../../service/samples/mug.jpg');

const installation = newInstallation();
const chromium = shareChromium();
after(() => chromium.release());

type Tokens = { access_token: string; refresh_token: string };

/** A program that knows nothing but the address of the service and its own name. */
const programAt = (base: string) => {
  const post = async <Body>(path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: 'darkroom-cli', ...fields }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await callAs(base)(`POST ${path}`, { body, headers });
    return { status: answer.status, body: answer.json<Body>() };
  };
  return {
    askForCode: () =>
      post<{ device_code: string; verification_uri_complete: string }>('/oauth/device/code', {}),
    redeem: (device_code: string) =>
      post<Tokens>('/oauth/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code,
      }),
    refresh: (refresh_token: string) =>
      post<{ error?: string }>('/oauth/token', { grant_type: 'refresh_token', refresh_token }),
  };
};

test('a new user starts the service, signs in and invites someone, whose app is refused within 5 s after it is disconnected', async (t) => {
  const service = await installation.start(t);
  const browser = await chromium.open();
  const complaints: string[] = [];
  const newProfile = async (): Promise<Page> => {
    const page = await (await browser.newContext({ baseURL: service.base })).newPage();
    watch(page, service.base, complaints);
    return page;
  };

  const owner = await newProfile();
  await owner.goto('/');
  await owner.getByLabel('E-mail').fill(service.email);
  await owner.getByLabel('Password').fill(service.password);
  await owner.getByRole('button', { name: 'Sign in' }).click();
  await owner.getByRole('heading', { name: 'Newest executions' }).waitFor();
  await owner.getByRole('link', { name: 'Organization' }).click();
  await owner.getByLabel('E-mail').fill(KIM.email);
  await owner.getByLabel('Role', { exact: true }).selectOption('operator');
  await owner.getByRole('button', { name: 'Invite' }).click();
  const invitation = await owner.getByLabel('Invitation link').inputValue();

  const kim = await newProfile();
  await kim.goto(invitation);
  await kim.getByLabel('Your name').fill('Kim');
  await kim.getByLabel('Password').fill(KIM.password);
  await kim.getByRole('button', { name: 'Join' }).click();
  await kim.getByRole('heading', { name: 'Newest executions' }).waitFor();

  const program = programAt(service.base);
  const code = (await program.askForCode()).body;
  await kim.goto(code.verification_uri_complete);
  await kim.getByRole('button', { name: 'Confirm' }).click();
  await kim.getByText('is connected').waitFor();
  const tokens = (await program.redeem(code.device_code)).body;
  const connected = callAs(service.base, tokens.access_token);
  const { entries } = (await connected('GET /v1/workflow')).json<{
    entries: { id: string; name: string }[];
  }>();
  const workflow = entries.find(({ name }) => name === 'Web resize')?.id;
  const created = await connected(`POST /v1/workflow/execution/create?workflow=${workflow}`, {
    file: { bytes: await readFile(MUG), name: 'mug.jpg' },
  });
  assert.equal(created.status, 201, created.text);
  await kim.goto('/');
  await kim.getByRole('link').filter({ hasText: 'mug.jpg' }).getByText('Completed').waitFor();

  await owner.getByRole('link', { name: 'Developers' }).click();
  await owner.getByRole('link', { name: 'Connected apps' }).click();
  await owner.getByRole('button', { name: /^Disconnect/ }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  const clicked = performance.now();
  await until(
    'the program is refused',
    REFUSED_WITHIN_MS,
    async () => (await connected('GET /v1/workflow')).status === 401,
  );
  t.diagnostic(`refused ${Math.round(performance.now() - clicked)} ms after the click`);
  assert.deepEqual(
    await program.refresh(tokens.refresh_token).then(({ body }) => body.error),
    'invalid_grant',
  );
  await owner.getByText('No connected apps').waitFor();

  await Promise.all(browser.contexts().map((context) => context.close()));
  await service.stop();
  assert.deepEqual(complaints, []);
});
