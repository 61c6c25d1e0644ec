import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openMail } from '../../src/mail/smtp.ts';

/** As much of a mail server as it takes to receive one mail. */
const mailServer = async (t: TestContext): Promise<{ url: string; received: Promise<string> }> => {
  const server = createServer();
  const received = new Promise<string>((resolve) => {
    server.on('connection', (socket) => {
      let inData = false;
      let text = '';
      socket.write('220 test\r\n');
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (inData) {
          if (!text.endsWith('\r\n.\r\n')) return;
          inData = false;
          socket.write('250 taken\r\n');
          return resolve(text);
        }
        if (/^QUIT/im.test(chunk)) return void socket.end('221 bye\r\n');
        inData = /^DATA/im.test(chunk);
        socket.write(inData ? '354 go on\r\n' : '250 ok\r\n');
      });
      socket.on('error', () => {});
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
};

test('a link is sent where there is a mail server', async (t) => {
  const { url, received } = await mailServer(t);
  const mail = openMail({ smtpUrl: url, mailFrom: 'Darkroom <darkroom@example.com>' }, assert.fail);
  await mail.send('kim@example.com', 'You are invited', 'http://127.0.0.1/console/invitation/abc');
  const text = await received;
  assert.match(text, /RCPT TO:<kim@example\.com>/);
  assert.match(text, /Subject: You are invited/);
  assert.match(text, /http:\/\/127\.0\.0\.1\/console\/invitation\/abc/);
});

test('a mail that cannot be sent is reported, and nobody waits for it', async () => {
  const reported = Promise.withResolvers<string>();
  const settings = { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'darkroom@example.com' };
  const mail = openMail(settings, (_error, { problem }) => reported.resolve(problem!));
  await mail.send('kim@example.com', 'You are invited', 'text');
  assert.equal(await reported.promise, 'A mail could not be sent.');
});

test('without a mail server nothing is sent', async () => {
  const mail = openMail({ smtpUrl: undefined, mailFrom: '' }, assert.fail);
  await mail.send('kim@example.com', 'You are invited', 'text');
});
