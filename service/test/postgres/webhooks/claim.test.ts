import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { OrganizationId } from '../../../src/domain/ids.ts';
import { type ClaimRequest, type DueMessage, WEBHOOK_CLAIM_MS } from '../../../src/ports/webhooks.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { webhookQueue } from '../../../src/postgres/webhooks/webhook-queue.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { makeOrganization } from '../../support/organization.ts';

const { database, drop } = await freshDatabase();
after(drop);
const queue = webhookQueue(database);

const EXECUTION_ID = '018f0000-0000-7000-8000-000000000001';
const ADD = statement(`
  insert into webhook_messages (organization_id, execution_id, url, type, body, next_attempt_at)
    select $1, $3, url, 'execution.failed', '{}', now() - $4 * interval '1 second'
      from unnest($2::text[]) url`);
const EMPTY = statement('truncate webhook_messages, webhook_attempts');
const EXPIRE = statement('update webhook_messages set claimed_until = now()');
const CLAIMED_FOR = statement<{ wait_ms: number }>(
  'select (extract(epoch from claimed_until - now()) * 1000)::double precision as wait_ms from webhook_messages',
);
const STATE = statement<{ attempts: number; outcome: string | null }>(
  'select attempts, outcome from webhook_messages',
);
const ATTEMPTS = statement<{ number: number }>('select number from webhook_attempts order by number');

const first = (await makeOrganization(database, 0)).organizationId;
const second = (await makeOrganization(database, 0)).organizationId;
beforeEach(() => database.run(EMPTY, []));

const add = (organizationId: OrganizationId, urls: string[], dueSinceSeconds = 1) =>
  database.run(ADD, [organizationId, urls, EXECUTION_ID, dueSinceSeconds]);
const claim = (request: Partial<ClaimRequest> = {}) =>
  queue.claim({
    count: 64,
    perDestination: 16,
    perOrganization: 48,
    limits: new Map(),
    untrusted: { limit: 0, room: 0 },
    underWay: [],
    after: undefined,
    ...request,
  });
const times = (count: number, url: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => url(n));
const by = (messages: DueMessage[], of: (message: DueMessage) => string) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(messages, of)).map(([key, group]) => [key, group?.length] as const),
  );

test('nothing is claimed when nothing is due', async () => {
  await add(first, ['http://a.test/'], -60);
  assert.deepEqual(await claim(), {
    messages: [],
    notSendable: 0,
    contended: false,
    after: undefined,
  });
  const waitMs = await queue.nextDueInMs();
  assert.ok(waitMs! > 55_000 && waitMs! <= 60_000, String(waitMs));
});

test('a claimed message is not claimed again until the claim has run out', async () => {
  await add(first, ['http://a.test/']);
  assert.equal((await claim()).messages.length, 1);
  assert.equal((await claim()).messages.length, 0);
  const [{ wait_ms: waitMs }] = (await database.run(CLAIMED_FOR, [])) as [{ wait_ms: number }];
  assert.ok(waitMs > WEBHOOK_CLAIM_MS - 5_000 && waitMs <= WEBHOOK_CLAIM_MS, String(waitMs));
  await database.run(EXPIRE, []);
  assert.equal((await claim()).messages.length, 1);
});

test('a released message can be claimed at once', async () => {
  await add(first, ['http://a.test/']);
  const { messages } = await claim();
  await queue.release(messages.map(({ id }) => id));
  assert.equal((await claim()).messages.length, 1);
});

test('no destination and no organization gets more than its part', async () => {
  await add(
    first,
    [...times(100, (n) => `http://a.test/${n}`), ...times(100, (n) => `http://b.test/${n}`)],
    100,
  );
  await add(second, ['http://c.test/'], 1);
  const { messages } = await claim({ perDestination: 10, perOrganization: 15, count: 64 });
  assert.deepEqual(
    by(messages, ({ organizationId }) => organizationId),
    { [first]: 15, [second]: 1 },
  );
  // It is random which of the two destinations gets the eighth message.
  assert.deepEqual(Object.values(by(messages, ({ destination }) => destination)).sort(), [1, 7, 8]);
});

test('messages that are being sent count towards the limits', async () => {
  await add(first, [...times(20, (n) => `http://a.test/${n}`), ...times(20, (n) => `http://b.test/${n}`)]);
  const underWay = Array.from({ length: 8 }, () => ({ organizationId: first, destination: 'a.test' }));
  const { messages } = await claim({ perDestination: 10, perOrganization: 15, underWay });
  assert.deepEqual(
    by(messages, ({ destination }) => destination),
    { 'b.test': 7 },
  );
});

test('a destination with a limit of its own gets no more than that, over all organizations', async () => {
  await add(
    first,
    times(5, (n) => `http://a.test/${n}`),
  );
  await add(second, [...times(5, (n) => `http://a.test/${n}`), 'http://b.test/', 'http://c.test/']);
  const limits = new Map([
    ['a.test', 1],
    ['b.test', 0],
  ]);
  const { messages } = await claim({ limits });
  assert.deepEqual(
    by(messages, ({ destination }) => destination),
    { 'a.test': 1, 'c.test': 1 },
  );
  const underWay = [{ organizationId: first, destination: 'a.test' }];
  assert.equal((await claim({ limits, underWay })).messages.length, 0);
});

test('destinations that have not answered yet share their slots', async () => {
  await add(
    first,
    times(20, (n) => `http://unknown${n}.test/`),
    10,
  );
  await add(
    second,
    times(20, (n) => `http://known.test/${n}`),
  );
  const limits = new Map([['known.test', 64]]);
  const { messages } = await claim({ limits, untrusted: { limit: 32, room: 5 } });
  const known = messages.filter(({ destination }) => destination === 'known.test').length;
  assert.deepEqual([known, messages.length - known], [20, 5]);
});

test('destinations that get nothing now do not use up the slots of their organization', async () => {
  await add(
    first,
    times(60, (n) => `http://unknown${n}.test/`),
    10,
  );
  await add(
    first,
    times(40, (n) => `http://known.test/${n}`),
  );
  const limits = new Map([['known.test', 64]]);
  const { messages } = await claim({ limits, untrusted: { limit: 32, room: 5 } });
  assert.deepEqual([messages.length, new Set(messages.map(({ destination }) => destination)).size], [45, 6]);
});

test('with few slots left, the organization with the fewest messages being sent comes first', async () => {
  await add(
    first,
    times(20, (n) => `http://a${n}.test/`),
    1_000,
  );
  await add(second, ['http://b.test/'], 1);
  const underWay = [{ organizationId: first, destination: 'x.test' }];
  const { messages } = await claim({ count: 1, underWay });
  assert.deepEqual(
    messages.map(({ url }) => url),
    ['http://b.test/'],
  );
});

test('in one destination the message that has waited longest comes first', async () => {
  await add(first, ['http://a.test/new'], 1);
  await add(first, ['http://a.test/old'], 10);
  assert.equal((await claim({ count: 1 })).messages[0]?.url, 'http://a.test/old');
});

test('a destination is a host and its port, whatever the rest of the URL', async () => {
  const urls = [
    'http://A.test:81/',
    'https://me:pw@a.test:81/x?y#z',
    'http:\\\\a.test:81',
    'http://a.test/',
    'odd',
  ];
  await add(first, [...urls, `http://${'ä'.repeat(2000)}/`]);
  const { messages } = await claim();
  assert.deepEqual(
    by(messages, ({ destination }) => destination),
    {
      'a.test:81': 3,
      'a.test': 1,
      '': 1,
      ['ä'.repeat(255)]: 1,
    },
  );
});

test('a scan of very many destinations is cut short and continues where it stopped', async () => {
  await add(
    first,
    times(700, (n) => `http://${n}.test/`),
    -60,
  );
  await add(second, ['http://last.test/']);
  const cut = await claim();
  assert.ok(cut.after);
  const rest = await claim({ after: cut.after });
  assert.equal(rest.after, undefined);
  assert.equal(cut.messages.length + rest.messages.length, 1);
});

test('when two attempts with the same number are recorded, the first stays', async () => {
  await add(first, ['http://a.test/']);
  const [message] = (await claim()).messages;
  const attempt = {
    messageId: message!.id,
    number: 1,
    startedAt: new Date(),
    durationMs: 5,
    requestHeaders: {},
    status: 200,
    error: null,
    answer: '',
  };
  await queue.record([{ ...attempt, after: { outcome: null, retryInMs: 5_000 } }]);
  await queue.record([{ ...attempt, after: { outcome: 'delivered' } }]);
  assert.deepEqual(await database.run(STATE, []), [{ attempts: 1, outcome: null }]);
  assert.deepEqual(await database.run(ATTEMPTS, []), [{ number: 1 }]);
});
