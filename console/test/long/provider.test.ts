import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ok } from '../../../service/test/support/tenant.ts';
import { ADMINISTRATOR, consoleForTests } from '../support/console.ts';

const PROVIDER = join(import.meta.dirname, '../../../service/test/support/people/oidc-provider-process.ts');

let end = () => {};
after(() => end());

/** The console on a service that uses a real sign-in provider. The provider runs as a process of its own. */
const app = consoleForTests(async () => {
  const callback = 'http://127.0.0.1/console/sign-in/oidc/callback';
  const child = spawn(process.execPath, [PROVIDER, callback], { stdio: ['pipe', 'pipe', 'ignore'] });
  end = () => child.kill();
  const [issuer] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    elsewhere: issuer,
    env: {
      DARKROOM_OIDC_ISSUER: issuer,
      DARKROOM_OIDC_CLIENT_ID: 'darkroom',
      DARKROOM_OIDC_CLIENT_SECRET: 'secret-of-darkroom',
      DARKROOM_OIDC_NAME: 'Studio account',
    },
  };
});

/** Signs in on the provider's own pages, which ask for a name and a password, and then for consent. */
const signInThere = async (page: Page, email: string): Promise<void> => {
  // Block the font that the provider's pages would load from another host.
  await page.route(/^https:/, (route) => route.abort());
  await page.getByRole('link', { name: 'Sign in with Studio account' }).click();
  await page.locator('[name=login]').fill(email);
  await page.locator('[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
};

test('a known person signs in at the provider and arrives at the requested page', async () => {
  const { page, context } = await app.visit({ as: 'nobody' });
  await page.goto('/console/organization/keys');
  await signInThere(page, ADMINISTRATOR.email);
  await page.waitForURL(`${app.service().base}/console/organization/keys`);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  const session = (await (await context.request.get('/v1/session')).json()) as { user: { email: string } };
  assert.equal(session.user.email, ADMINISTRATOR.email);
});

test('an invited person joins by signing in at the provider, without a password of their own', async () => {
  const { administrator } = app.service();
  const { entries } = (await ok(administrator('GET /v1/organization'))).json<{ entries: { id: string }[] }>();
  await ok(
    administrator(`POST /v1/organization/${entries[0]?.id}/invitations`, {
      json: { email: 'kim@example.com', role: 'viewer' },
    }),
  );
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/');
  await signInThere(page, 'kim@example.com');
  await page.getByRole('button', { name: 'Account menu of Name of kim@example.com, Studio' }).waitFor();
});

test('a person whose address is verified for the first time sees which credentials have ended, and can continue', async () => {
  const { administrator } = app.service();
  const { entries } = (await ok(administrator('GET /v1/organization'))).json<{ entries: { id: string }[] }>();
  const json = { email: 'lee@example.com', role: 'viewer' };
  const invited = await ok(administrator(`POST /v1/organization/${entries[0]?.id}/invitations`, { json }));
  const token = invited.json<{ url: string }>().url.split('/').at(-1);
  const { page, context } = await app.visit({ as: 'nobody' });
  const data = { name: 'Somebody else', password: 'a password of somebody else' };
  const headers = { origin: app.service().base };
  assert.equal((await context.request.post(`/v1/invitation/${token}`, { data, headers })).status(), 200);
  await context.clearCookies();
  await page.goto('/console/organization');
  await signInThere(page, 'lee@example.com');
  await page.getByRole('heading', { name: 'Your old password no longer works' }).waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(`${app.service().base}/console/organization`);
  await page.getByRole('heading', { name: 'Members' }).waitFor();
});

test('a person without an invitation sees that on the sign-in page', async () => {
  const { page, context } = await app.visit({ as: 'nobody' });
  await page.goto('/');
  await signInThere(page, 'stranger@example.com');
  await page.getByRole('alert').getByText('This account has no invitation.').waitFor();
  assert.equal((await context.request.get('/v1/session')).status(), 401);
});

test('a person who cancels at the provider returns to the sign-in page', async () => {
  const { page } = await app.visit({ as: 'nobody' });
  await page.goto('/');
  await page.route(/^https:/, (route) => route.abort());
  await page.getByRole('link', { name: 'Sign in with Studio account' }).click();
  await page.getByRole('link', { name: /cancel/i }).click();
  await page.getByRole('alert').getByText('The provider did not confirm who you are.').waitFor();
});
