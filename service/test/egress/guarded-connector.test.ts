import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { guardedConnector } from '../../src/egress/guarded-connector.ts';
import { EgressFailure } from '../../src/ports/egress.ts';
import { startServer } from '../support/http-server.ts';

const server = await startServer((_, response) => response.end());
after(server.close);

const connect = (connector: ReturnType<typeof guardedConnector>, hostname: string) =>
  new Promise<Socket>((resolve, reject) => {
    connector({ hostname, protocol: 'http:', port: String(server.port) }, (error, socket) =>
      error ? reject(error) : resolve(socket),
    );
  });
const isRefusal = (error: unknown) => error instanceof EgressFailure && error.kind === 'forbidden';

test('a forbidden literal address is refused by the connector itself, without a connection', async () => {
  const asked: string[] = [];
  const connector = guardedConnector(
    (address) => {
      asked.push(address);
      return false;
    },
    async () => assert.fail('a literal address is not resolved'),
  );
  await assert.rejects(connect(connector, '127.0.0.1'), isRefusal);
  assert.deepEqual(asked, ['127.0.0.1']);
});

test('a connection to a name uses the addresses that were checked', async () => {
  const connector = guardedConnector(
    (address) => address === '127.0.0.1',
    async () => ['127.0.0.1'],
  );
  const socket = await connect(connector, 'here.test');
  assert.equal(socket.remoteAddress, '127.0.0.1');
  socket.destroy();
});

test('the address of the established connection is checked too', async () => {
  let judged = 0;
  const connector = guardedConnector(
    () => ++judged === 1,
    async () => ['127.0.0.1'],
  );
  await assert.rejects(connect(connector, 'here.test'), isRefusal);
  assert.equal(judged, 2);
});
