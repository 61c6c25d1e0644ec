import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { ACCESS_TOKEN_SECONDS, ACCESS_TOKEN_TOLERANCE_SECONDS } from '../../src/domain/people/oauth.ts';
import { secretHash } from '../../src/domain/people/secret-hash.ts';
import { accessTokens } from '../../src/operations/oauth/access-tokens.ts';
import { openKeyring } from '../../src/operations/oauth/keyring.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { grantsIn } from '../../src/postgres/people/grants.ts';
import { signingKeysIn } from '../../src/postgres/people/signing-keys.ts';
import type { Browser } from '../support/people/browser.ts';
import { connectDevice } from '../support/people/device.ts';
import { testService } from '../support/people/identity-service.ts';
import { administrator, join, newOrganization, signedIn } from '../support/people/people.ts';
import { placeExecution } from '../support/place-execution.ts';
import { until } from '../support/until.ts';

const service = testService({ DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000' });

const WITHIN_MS = 5_000;
const GRANT = statement('update accounts set spendable = 100 where organization_id = $1');

type Credential = Record<string, string>;
const bearer = (token: string): Credential => ({ authorization: `Bearer ${token}` });
const cookieOf = ({ cookies }: Browser): Credential => ({
  cookie: `darkroom_session=${cookies.get('darkroom_session')}`,
});

/** A person in an organization with an execution that never ends, because no worker runs. */
const setUp = async () => {
  const admin = await administrator(service);
  const organizationId = await newOrganization(admin, 'Studio');
  const owner = await join(service, admin, organizationId, 'owner');
  const kim = await join(service, owner.browser, organizationId, 'admin');
  const { database } = service.foundation;
  await database.run(GRANT, [organizationId]);
  const { id } = await placeExecution(
    database,
    { organizationId, userId: kim.userId },
    { status: 'CREATED', price: 1 },
  );
  return { owner, kim, organizationId, execution: `${service.base}/v1/workflow/execution/${id}` };
};

const newKey = async (browser: Browser, organizationId: string) => {
  const made = await browser.post(`/v1/organization/${organizationId}/keys`, { name: 'Key', role: 'viewer' });
  assert.equal(made.status, 201, made.text);
  return { id: String(made.body['id']), secret: String(made.body['key']) };
};

/** A status stream and a blocking download under way. */
const holdOpen = async (execution: string, headers: Credential) => {
  const given = new AbortController();
  const options = { headers, signal: given.signal };
  const stream = await fetch(`${execution}/status`, options);
  assert.equal(stream.status, 200);
  const download = fetch(`${execution}/result/default`, options);
  download.catch(() => {});
  let open = true;
  const streamEnded = text(stream.body!).then(
    () => {
      open = false;
    },
    () => {},
  );
  return {
    isOpen: () => open,
    cancel: () => given.abort(),
    /** Checks that the stream and the download end in time, and that the download says why. */
    endsWith: async (status: number, revoke: () => Promise<unknown>) => {
      const limit = setTimeout(() => given.abort(), 3 * WITHIN_MS);
      const start = performance.now();
      await revoke();
      const [answer] = await Promise.all([download, streamEnded]);
      clearTimeout(limit);
      assert.equal(answer.status, status);
      assert.equal(open, false);
      assert.ok(performance.now() - start < WITHIN_MS, `${performance.now() - start} ms`);
    },
  };
};

// The tests run together, because each of them waits.
describe('the streams and downloads of a credential', { concurrency: true }, () => {
  test('a revoked API key ends its status streams and waiting downloads within five seconds', async () => {
    const { kim, organizationId, execution } = await setUp();
    const key = await newKey(kim.browser, organizationId);
    const held = await holdOpen(execution, bearer(key.secret));
    await held.endsWith(401, () => kim.browser.delete(`/v1/organization/${organizationId}/keys/${key.id}`));
  });

  test('a disconnected app loses its status streams and waiting downloads within five seconds', async () => {
    const { kim, organizationId, execution } = await setUp();
    const tokens = await connectDevice(service, kim.browser, organizationId);
    const held = await holdOpen(execution, bearer(tokens.access_token));
    const devices = `/v1/organization/${organizationId}/devices`;
    const { body } = await kim.browser.get(devices);
    await held.endsWith(401, () =>
      kim.browser.delete(`${devices}/${(body['entries'] as { id: string }[])[0]!.id}`),
    );
  });

  test('signing out ends the status streams and waiting downloads of that session alone', async () => {
    const { kim, execution } = await setUp();
    const elsewhere = await signedIn(service, kim.userId);
    const held = await holdOpen(execution, cookieOf(kim.browser));
    const other = await holdOpen(execution, cookieOf(elsewhere));
    await held.endsWith(401, () => kim.browser.delete('/v1/session'));
    assert.ok(other.isOpen());
    await other.endsWith(401, () => elsewhere.delete('/v1/session'));
  });

  test('a removed member loses the streams of their keys, apps and sessions, in every process', async () => {
    const { owner, kim, organizationId, execution } = await setUp();
    const other = await service.another({ DARKROOM_PUBLIC_URL: service.base });
    const elsewhere = execution.replace(service.base, other.base);
    const key = await newKey(kim.browser, organizationId);
    const tokens = await connectDevice(service, kim.browser, organizationId);
    const credentials = [bearer(key.secret), bearer(tokens.access_token), cookieOf(kim.browser)];
    const held = await Promise.all(credentials.map((headers) => holdOpen(elsewhere, headers)));
    const removed = owner.browser.delete(`/v1/organization/${organizationId}/members/${kim.userId}`);
    await Promise.all(held.map((one) => one.endsWith(401, () => removed)));
  });

  test('the expiry of an access token alone ends nothing, and the revoked grant does', async () => {
    const { kim, organizationId, execution } = await setUp();
    const { database } = service.foundation;
    const { refresh_token } = await connectDevice(service, kim.browser, organizationId);
    const grant = await grantsIn(database).findByRefreshToken(secretHash(refresh_token));
    const names = { issuer: service.base, namespace: service.base };
    const honouredForMs = (ACCESS_TOKEN_SECONDS + ACCESS_TOKEN_TOLERANCE_SECONDS - 3) * 1000;
    const oldToken = await accessTokens(openKeyring(signingKeysIn(database)), () => names).sign(
      grant!,
      new Date(Date.now() - honouredForMs),
    );
    const held = await holdOpen(execution, bearer(oldToken));
    const use = async () =>
      (await fetch(`${service.base}/v1/workflow`, { headers: bearer(oldToken) })).status;
    await until('the token has expired', WITHIN_MS, async () => (await use()) === 401);
    // One check looks at all open calls: when it has ended the call of this key, it has looked at the calls of
    // the expired token too.
    const key = await newKey(kim.browser, organizationId);
    const later = await holdOpen(execution, bearer(key.secret));
    await later.endsWith(401, () => kim.browser.delete(`/v1/organization/${organizationId}/keys/${key.id}`));
    assert.ok(held.isOpen());
    await held.endsWith(401, () => grantsIn(database).revoke(grant!.id));
  });
});
