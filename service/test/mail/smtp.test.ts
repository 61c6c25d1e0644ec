import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMail } from '../../src/mail/smtp.ts';
import { mailServer } from '../support/people/mail-server.ts';

test('a link is sent where there is a mail server', async (t) => {
  const { url, received, close } = await mailServer();
  t.after(close);
  const mail = openMail({ smtpUrl: url, mailFrom: 'Darkroom <darkroom@example.com>' }, assert.fail);
  await mail.send('kim@example.com', 'You are invited', 'http://127.0.0.1/console/invitation/abc');
  const [text = ''] = await received(1);
  assert.match(text, /RCPT TO:<kim@example\.com>/);
  assert.match(text, /Subject: You are invited/);
  assert.match(text, /http:\/\/127\.0\.0\.1\/console\/invitation\/abc/);
});

test('a mail that cannot be sent is reported, and nobody waits for it', async () => {
  const reported = Promise.withResolvers<string>();
  const settings = { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'darkroom@example.com' };
  const mail = openMail(settings, (_error, { problem }) => reported.resolve(problem!));
  await mail.send('kim@example.com', 'You are invited', 'text');
  assert.equal(
    await reported.promise,
    'A mail could not be sent and is not sent again. Check DARKROOM_SMTP_URL and the mail server.',
  );
});

test('without a mail server nothing is sent', async () => {
  const mail = openMail({ smtpUrl: undefined, mailFrom: '' }, assert.fail);
  await mail.send('kim@example.com', 'You are invited', 'text');
});
