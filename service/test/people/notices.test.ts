import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationId } from '../../src/domain/ids.ts';
import { openMailDelivery } from '../../src/mail/smtp.ts';
import { NOTICE_CLAIM_MS } from '../../src/ports/people/notices.ts';
import { type Run, statement } from '../../src/postgres/connection/database.ts';
import { noticeQueueIn, noticesFor } from '../../src/postgres/people/notices.ts';
import { startNoticeLoop } from '../../src/worker/notices/notice-loop.ts';
import { freshDatabase } from '../support/database/database.ts';
import { addMember, makeOrganization } from '../support/organization.ts';
import type { Browser } from '../support/people/browser.ts';
import { openBrowser } from '../support/people/browser.ts';
import { mailServer } from '../support/people/mail-server.ts';
import { join, newOrganization, type Person } from '../support/people/people.ts';
import { startService } from '../support/service.ts';

const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };
const mail = await mailServer();
after(mail.close);
const service = await startService({
  env: {
    DARKROOM_SMTP_URL: mail.url,
    DARKROOM_MAIL_FROM: 'Darkroom <darkroom@studio.example>',
    DARKROOM_ADMIN_EMAIL: ADMIN.email,
    DARKROOM_ADMIN_PASSWORD: ADMIN.password,
  },
});
after(() => service.stop());

/** An SQL statement that queues the mails about low credits, like the one in postgres/usage/credits-low.ts. */
const CREDITS_LOW = statement(`
  with event as (select $1::uuid as organization_id), mails as (
    ${noticesFor({
      from: 'event',
      organizationId: 'changed.organization_id',
      kind: 'credits.low',
      data: `jsonb_build_object('credits', 12, 'threshold', 100)`,
    })}
  ) select`);
const creditsGetLow = (run: Run, organizationId: OrganizationId) => run(CREDITS_LOW, [organizationId]);

let platform: Browser;
before(async () => {
  platform = openBrowser(service.base);
  assert.equal((await platform.signIn(ADMIN.email, ADMIN.password)).status, 200);
});

const PATH = '/v1/account/notices';
const choose = async ({ browser }: Pick<Person, 'browser'>, notices: object) => {
  const answer = await browser.put(PATH, { notices });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const aboutCredits = () => mail.mails.filter((text) => /^Subject: Credits are low/m.test(text));
const recipientOf = (text: string) => /RCPT TO:<([^>]*)>/.exec(text)?.[1];

describe('The mails that a person gets', () => {
  test('are none until the person chooses some, and are chosen one by one', async () => {
    const organizationId = await newOrganization(platform, 'Studio');
    const viewer = await join(service, platform, organizationId, 'viewer');
    const off = { 'batch.completed': false, 'qa.waiting': false, 'credits.low': false };
    assert.deepEqual((await viewer.browser.get(PATH)).body, { notices: off, mailServer: true });
    await choose(viewer, { 'batch.completed': true, 'credits.low': true });
    const left = await choose(viewer, { 'credits.low': false });
    assert.deepEqual(left['notices'], { ...off, 'batch.completed': true });
    assert.deepEqual((await viewer.browser.get(PATH)).body, left);
  });

  test('are of known kinds, and cannot be chosen by an API key', async () => {
    const wrong = await platform.put(PATH, { notices: { 'credits.gone': true } });
    assert.equal(wrong.status, 400);
    assert.match(String(wrong.body['message']), /credits\.gone is not known/);
    assert.equal((await platform.put(PATH, { notices: { 'credits.low': 1 } })).status, 400);
    assert.equal((await service.administrator(`GET ${PATH}`)).status, 403);
  });

  test('go to those who chose them, are members and have the right, and to nobody else', async () => {
    const { database } = service.database;
    const organizationId = await newOrganization(platform, 'Atelier\r\nBcc: x');
    const owner = await join(service, platform, organizationId, 'owner');
    const admin = await join(service, platform, organizationId, 'admin');
    const viewer = await join(service, platform, organizationId, 'viewer');
    const silent = await join(service, platform, organizationId, 'admin');
    const elsewhere = await join(service, platform, await newOrganization(platform, 'Other'), 'owner');
    for (const person of [owner, admin, viewer, elsewhere]) await choose(person, { 'credits.low': true });
    await choose(silent, { 'qa.waiting': true });

    const failure = new Error('rolled back');
    const rolledBack = database.transaction(async (run) => {
      await creditsGetLow(run, organizationId);
      throw failure;
    });
    await assert.rejects(rolledBack, failure);
    await creditsGetLow(database.run, organizationId);
    while (aboutCredits().length < 2) await mail.received(mail.mails.length + 1);
    assert.deepEqual(aboutCredits().map(recipientOf).sort(), [owner.email, admin.email].sort());
    const [text = ''] = aboutCredits();
    assert.match(text, /^From: Darkroom <darkroom@studio\.example>\r$/m);
    assert.match(text, /^Subject: Credits are low \(Atelier Bcc: x\)\r$/m);
    assert.match(text, /12 credits left, which is below the threshold of 100/);
  });
});

describe('A mail', () => {
  const open = async (refusals = 0) => {
    const server = await mailServer(refusals);
    const { database, drop } = await freshDatabase();
    const organization = await makeOrganization(database);
    await database.run(CHOOSE, [organization.userId]);
    const queue = noticeQueueIn(database);
    const delivery = openMailDelivery({ smtpUrl: server.url, mailFrom: 'darkroom@studio.example' })!;
    const problems: string[] = [];
    const report = (problem: string) => problems.push(problem);
    return {
      server,
      database,
      ...organization,
      queue,
      problems,
      state: async () => (await database.run(STATE, []))[0]!,
      start: (given: Partial<typeof queue> = {}, stopWithinMs = 5_000) =>
        startNoticeLoop({
          queue: { ...queue, ...given },
          mail: delivery,
          publicUrl: 'https://a.example',
          report,
          stopWithinMs,
        }),
      close: async () => {
        server.close();
        await drop();
      },
    };
  };
  const CHOOSE = statement(`update users set notices = '{credits.low}' where id = $1`);
  const STATE = statement<{ attempts: number; waitMs: number | null; sent: boolean; error: string | null }>(`
    select attempts, error, sent_at is not null as sent,
      (extract(epoch from next_attempt_at - now()) * 1000)::double precision as "waitMs" from notices`);
  const MAKE_DUE = statement(`update notices set next_attempt_at = now(), claimed_until = null`);
  const LEAVE = statement('delete from memberships where user_id = $1');
  const messageId = (text: string) => /^Message-ID: (.*)\r$/m.exec(text)?.[1];

  test('that the mail server does not take is tried again later, and reported once', async (t) => {
    const { server, database, organizationId, queue, problems, state, start, close } = await open(2);
    t.after(close);
    await creditsGetLow(database.run, organizationId);
    const failed: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
    let failures = 0;
    const loop = start({
      failed: async (...args) => {
        await queue.failed(...args);
        failed[failures++]!.resolve();
      },
    });
    await failed[0]!.promise;
    const first = await state();
    assert.ok(first.waitMs! > 0 && first.waitMs! <= 5_000, String(first.waitMs));
    assert.match(first.error!, /try again later/);
    await database.run(MAKE_DUE, []);
    loop.wake();
    await failed[1]!.promise;
    const second = await state();
    assert.ok(second.waitMs! > 5_000 && second.waitMs! <= 300_000, String(second.waitMs));
    await database.run(MAKE_DUE, []);
    loop.wake();
    await server.received(1);
    await loop.stop();
    assert.deepEqual(await state(), { attempts: 3, waitMs: null, sent: true, error: null });
    assert.deepEqual(problems, ['A mail could not be sent. It is tried again later.']);
  });

  test('whose sender died before it was recorded is sent again under the same Message-ID', async (t) => {
    const { server, database, organizationId, queue, state, start, close } = await open();
    t.after(close);
    await creditsGetLow(database.run, organizationId);
    const dead = start({ sent: () => new Promise(() => {}) }, 0);
    await server.received(1);
    const { waitMs } = await state();
    assert.ok(waitMs! < NOTICE_CLAIM_MS);
    await database.run(MAKE_DUE, []);
    const recorded = Promise.withResolvers<void>();
    const other = start({
      sent: async (notice) => {
        await queue.sent(notice);
        recorded.resolve();
      },
    });
    await recorded.promise;
    await other.stop();
    const [first, second] = await server.received(2);
    assert.equal(messageId(first!), messageId(second!));
    assert.match(messageId(first!)!, /^<[0-9a-f-]{36}@studio\.example>$/);
    assert.match(first!, /https:\/\/a\.example\/console\//);
    assert.ok((await state()).sent);
    await dead.stop();
  });

  test('is not sent to a person who has left the organization or no longer wants it', async (t) => {
    const { server, database, organizationId, userId, queue, state, close } = await open();
    t.after(close);
    await creditsGetLow(database.run, organizationId);
    await database.run(statement(`update users set notices = '{}' where id = $1`), [userId]);
    assert.equal(await queue.claim(), 'unwanted');
    assert.equal(await queue.claim(), undefined);

    const leaver = await addMember(database, organizationId, 'admin');
    await database.run(CHOOSE, [leaver]);
    await creditsGetLow(database.run, organizationId);
    await database.run(LEAVE, [leaver]);
    assert.equal(await queue.claim(), 'unwanted');
    assert.equal(await queue.claim(), undefined);
    assert.equal((await state()).sent, false);
    assert.equal(server.mails.length, 0);
  });
});
