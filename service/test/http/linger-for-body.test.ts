import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { PROBES } from './probe-routes.ts';
import { startServer } from './start-server.ts';
import { testSetups } from './test-setup.ts';

const openSetup = testSetups();

test('a refusal reaches a client that sends its whole body of up to 1 MiB first', async (t) => {
  const { port, head } = await startServer(t, await openSetup({ DARKROOM_MAX_JSON_BYTES: '1024' }), PROBES);
  const size = 1024 * 1024;
  const body = Buffer.alloc(size, ' ');
  const length = `Content-Length: ${size}`;
  const refused = [
    [401, `POST /v1/probe/body HTTP/1.1\r\nHost: test\r\n${length}\r\n\r\n`],
    [403, head('POST /v1/probe/body?organization=nonsense', length)],
    [404, head('POST /v1/nothing', length)],
    [405, head('PATCH /v1/probe/body', length)],
    [413, head('POST /v1/probe/body', 'Content-Type: json', length)],
    [415, head('POST /v1/probe/body', 'Content-Type: text/plain', length)],
  ] as const;
  for (const [status, start] of refused)
    for (const asksToClose of [false, true]) {
      const asked = asksToClose ? start.replace('\r\n', '\r\nConnection: close\r\n') : start;
      const { received, error } = await sendAllThenRead(port, Buffer.concat([Buffer.from(asked), body]));
      assert.equal(error, undefined, `${status}`);
      assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `));
      if (!asksToClose) assert.doesNotMatch(received, /connection: close/i);
    }
});

test('after a refusal no more than 1 MiB is read, and then the connection is closed', async (t) => {
  const { port, head } = await startServer(t, await openSetup(), PROBES);
  const length = `Content-Length: ${2 ** 40}`;
  const starts = [
    `POST /v1/probe/body HTTP/1.1\r\nHost: test\r\n${length}\r\n\r\n`,
    head('POST /v1/probe/body', 'Content-Type: json', length),
    head('POST /v1/probe/body', 'Content-Type: text/plain', length),
  ];
  for (const start of starts) {
    const { received, sentBytes } = await sendForever(port, start);
    assert.match(received, /^HTTP\/1\.1 4\d\d /);
    assert.match(received, /connection: close/i);
    // Bytes in the kernel's buffers of the connection count as sent as well.
    assert.ok(sentBytes < 64 * 1024 * 1024, `${sentBytes} bytes were taken`);
  }
});

/** Sends everything before it reads anything, as simple clients do. */
const sendAllThenRead = (port: number, bytes: Buffer): Promise<{ received: string; error: unknown }> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let error: unknown;
    socket.on('error', (failure) => {
      error = failure;
    });
    socket.on('close', () => resolve({ received, error }));
    const half = bytes.length / 2;
    socket.write(bytes.subarray(0, half));
    // Sends the other half only after the response has arrived.
    socket.once('readable', () =>
      socket.write(bytes.subarray(half), () => {
        socket.on('data', (chunk) => {
          received += chunk;
          if (received.includes('\r\n\r\n{') && received.endsWith('}')) socket.end();
        });
        socket.resume();
      }),
    );
  });

const sendForever = (port: number, head: string): Promise<{ received: string; sentBytes: number }> =>
  new Promise((resolve) => {
    // A rude client: it goes on sending although the server has closed its half of the connection.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunk = Buffer.alloc(256 * 1024, ' ');
    let received = '';
    let sentBytes = 0;
    const send = () => {
      if (socket.destroyed || sentBytes > 128 * 1024 * 1024) return void socket.destroy();
      socket.write(chunk, (error) => {
        if (error) return;
        sentBytes += chunk.length;
        send();
      });
    };
    socket.on('data', (data) => {
      received += data;
    });
    // The connection ends with a reset, after the response was read.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ received, sentBytes }));
    socket.write(head, send);
  });
