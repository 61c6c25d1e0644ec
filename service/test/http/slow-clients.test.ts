import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { route } from '../../src/http/server/route.ts';
import { startServer } from './start-server.ts';
import { testSetups } from './test-setup.ts';

const openSetup = testSetups();

const LARGE_BYTES = 30 * 1024 * 1024;
/** A test gives up after this time, which is far longer than any client may be slow here, even on a busy machine. */
const GIVE_UP_MS = 20_000;

const probe = { versions: [], schema: {}, summary: 'For this test.' };
const large = () => Readable.from(Array(LARGE_BYTES / 65_536).fill(Buffer.alloc(65_536)));

/** Opens a server for which a client is slow after 300 ms, and clients whose every byte the test chooses. */
const open = async (t: TestContext) => {
  const gate = Promise.withResolvers<void>();
  const routes = [
    route({
      ...probe,
      method: 'GET',
      path: '/probe/large',
      action: 'public',
      handler: (_, __, reply) => reply.send(large()),
    }),
    route({
      ...probe,
      method: 'GET',
      path: '/probe/own',
      action: 'image.read',
      handler: (_, __, reply) => reply.send(Buffer.alloc(LARGE_BYTES)),
    }),
    route({ ...probe, method: 'POST', path: '/probe/public', action: 'public', handler: async () => 'done' }),
    route({
      ...probe,
      ...{ method: 'POST', path: '/probe/upload', action: 'image.upload', files: ['image/*'] },
      handler: async (_, { raw }) => {
        if (raw.headers['x-wait']) await gate.promise;
        let bytes = 0;
        for await (const chunk of raw) bytes += chunk.length;
        return String(bytes);
      },
    }),
    route({
      ...probe,
      ...{ method: 'GET', path: '/probe/stream', action: 'image.read' },
      handler: (_, request, reply) => {
        const stream = request.server.eventStreams.open(reply);
        stream.write('data: first\n\n');
        void gate.promise.then(() => stream.end('data: last\n\n'));
      },
    }),
    route({
      ...probe,
      ...{ method: 'GET', path: '/probe/wait', action: 'image.read' },
      handler: () => gate.promise.then(() => 'here it is'),
    }),
  ];
  const env = { DARKROOM_SLOW_AFTER_MS: '300', DARKROOM_MIN_BYTES_PER_SECOND: '2000' };
  const server = await startServer(t, await openSetup(env), routes);
  // Lets the server look the credential up. Until it has done so, it treats a request body as one without a
  // credential.
  await server.call('/probe/none');
  const client = (head: string) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(head);
    t.after(() => socket.destroy());
    return socket;
  };
  const anonymous = (line: string, ...headers: string[]) =>
    client([`${line} HTTP/1.1`, 'Host: test', ...headers, '', ''].join('\r\n'));
  const known = (line: string, ...headers: string[]) => client(server.head(line, ...headers));
  /**
   * Waits for this many of the server's time windows. A client that sends nothing is disconnected after one
   * window.
   */
  const windows = async (count: number) => {
    for (let window = 0; window < count; window += 1)
      await untilClosed(anonymous('POST /probe/public', 'Content-Length: 9'));
  };
  return { ...server, anonymous, known, windows, openGate: gate.resolve };
};

/** Reads everything until the server closes the connection. */
const untilClosed = async (socket: Socket): Promise<string> => {
  let read = '';
  const closed = Promise.withResolvers<void>();
  const timer = setTimeout(() => closed.reject(new Error('The connection is still open.')), GIVE_UP_MS);
  socket.on('data', (chunk) => {
    read += chunk.toString('latin1');
  });
  // A client that still sends after the server has closed the connection gets an error before `close`.
  socket.on('error', () => {});
  socket.once('close', () => closed.resolve());
  await closed.promise.finally(() => clearTimeout(timer));
  return read;
};
/** Reads until this many bytes have come. */
const untilRead = async (socket: Socket, bytes: number): Promise<number> => {
  let read = 0;
  for await (const chunk of socket) {
    read += chunk.length;
    if (read >= bytes) break;
  }
  return read;
};
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

test('a body without a credential that has not arrived in time is 408 in the usual form, and the connection is closed', async (t) => {
  const { anonymous } = await open(t);
  const answer = await untilClosed(anonymous('POST /probe/public', 'Content-Length: 100'));
  assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
  const { status, error, message, path } = bodyOf(answer);
  assert.deepEqual([status, error, path], [408, 'Request Timeout', '/probe/public']);
  assert.match(message, /^The body took longer than 0\.3 s to arrive\. /);
});

test('a body without a credential is cut off in time also when it keeps dripping', async (t) => {
  const { anonymous } = await open(t);
  const socket = anonymous('POST /probe/public', 'Content-Length: 1000000');
  const drip = setInterval(() => socket.write('x'.repeat(1000)), 10);
  t.after(() => clearInterval(drip));
  // A client that is still sending may be cut off before it has read the response.
  assert.match(await untilClosed(socket), /^(HTTP\/1\.1 408 |$)/);
});

test('the connection of a refused caller that leaves its body unfinished is closed', async (t) => {
  const { anonymous } = await open(t);
  const answer = await untilClosed(anonymous('POST /probe/upload', 'Content-Length: 500000'));
  assert.match(answer, /^HTTP\/1\.1 401 /);
  assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1);
});

test('an answer without a credential that is not read in time is cut off', async (t) => {
  const { anonymous, server } = await open(t);
  const socket = anonymous('GET /probe/large').pause();
  const [request] = await once(server.server, 'request');
  await once(request.socket, 'close', { signal: AbortSignal.timeout(GIVE_UP_MS) });
  assert.ok((await untilRead(socket, LARGE_BYTES)) < LARGE_BYTES);
});

test('an authenticated body below the minimum rate is 408, and the message names the rate', async (t) => {
  const { known } = await open(t);
  const socket = known('POST /probe/upload', 'Content-Type: image/png', 'Content-Length: 1000000');
  const drip = setInterval(() => socket.write('x'), 50);
  t.after(() => clearInterval(drip));
  const answer = await untilClosed(socket);
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.match(
    bodyOf(answer).message,
    /^The body arrived too slowly\. Send it again, with 2000 bytes a second or more\.$/,
  );
});

test('an authenticated body above the minimum rate may take as long as it needs', async (t) => {
  const { known } = await open(t);
  const socket = known(
    'POST /probe/upload',
    'Content-Type: image/png',
    'Content-Length: 80000',
    'Connection: close',
  );
  const answer = untilClosed(socket);
  for (let sent = 0; sent < 80_000; sent += 1_000) {
    socket.write('x'.repeat(1_000));
    // This pause makes the client slow, which is what is tested.
    await wait(15);
  }
  assert.match(await answer, /^HTTP\/1\.1 200 .*\r\n\r\n80000$/s);
});

test('an authenticated answer that is not read is cut off', async (t) => {
  const { known, server } = await open(t);
  const socket = known('GET /probe/own').pause();
  const [request] = await once(server.server, 'request');
  await once(request.socket, 'close', { signal: AbortSignal.timeout(GIVE_UP_MS) });
  assert.ok((await untilRead(socket, LARGE_BYTES)) < LARGE_BYTES);
});

test('an authenticated answer that is read slowly but steadily arrives whole', async (t) => {
  const { known } = await open(t);
  const socket = known('GET /probe/own');
  let read = 0;
  for await (const chunk of socket) {
    read += chunk.length;
    if (read >= LARGE_BYTES) break;
    // This pause makes the client slow, which is what is tested.
    await wait(2);
  }
  assert.ok(read >= LARGE_BYTES);
});

test('clients that wait for the service are not slow: streams, waiting answers, and bodies that are not read yet', async (t) => {
  const { known, windows, openGate } = await open(t);
  const body = Buffer.alloc(5_000_000);
  const waiting = known(
    'POST /probe/upload',
    ...['X-Wait: 1', 'Content-Type: image/png', `Content-Length: ${body.length}`, 'Connection: close'],
  );
  waiting.write(body);
  const answers = [
    untilClosed(known('GET /probe/stream', 'Connection: close')),
    untilClosed(known('GET /probe/wait', 'Connection: close')),
    untilClosed(waiting),
  ];
  await windows(3);
  openGate();
  const [stream, late, uploaded] = await Promise.all(answers);
  assert.match(stream!, /data: first.*data: last/s);
  assert.match(late!, /here it is$/);
  assert.match(uploaded!, /5000000$/);
});

test('a connection that is kept alive between requests is not slow', async (t) => {
  const { known, windows } = await open(t);
  const socket = known('POST /probe/public', 'Content-Length: 0');
  const ended = once(socket, 'close').then(() => 'closed');
  await once(socket, 'data');
  await windows(2);
  const answered = once(socket, 'data').then(() => 'answered');
  socket.write('POST /probe/public HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n');
  assert.equal(await Promise.race([answered, ended]), 'answered');
});
