import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A minimal mail server that receives mails. It refuses the first `refusals` with a temporary error. */
export const mailServer = async (refusals = 0) => {
  const server = createServer();
  const mails: string[] = [];
  const waiting: { count: number; resolve(): void }[] = [];
  let refused = 0;

  /** The reply to a complete mail. */
  const take = (text: string): string => {
    if (refused < refusals) {
      refused += 1;
      return '451 try again later';
    }
    mails.push(text);
    for (const { count, resolve } of waiting) if (mails.length >= count) resolve();
    return '250 taken';
  };
  server.on('connection', (socket) => {
    let inData = false;
    let text = '';
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (inData) {
        if (!text.endsWith('\r\n.\r\n')) return;
        inData = false;
        socket.write(`${take(text)}\r\n`);
        return;
      }
      if (/^QUIT/im.test(chunk)) return void socket.end('221 bye\r\n');
      inData = /^DATA/im.test(chunk);
      socket.write(inData ? '354 go on\r\n' : '250 ok\r\n');
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  /** Resolves with all mails when this many have come. */
  const received = (count: number) =>
    new Promise<string[]>((resolve) => {
      if (mails.length >= count) resolve(mails);
      else waiting.push({ count, resolve: () => resolve(mails) });
    });
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    received,
    close: () => server.close(),
  };
};
