import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** As much of a mail server as it takes to receive one mail. */
export const mailServer = async (): Promise<{ url: string; received: Promise<string>; close(): void }> => {
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
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => server.close(),
  };
};
