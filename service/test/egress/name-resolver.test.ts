import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { after, test } from 'node:test';
import { nameResolver } from '../../src/egress/name-resolver.ts';

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;
const ZONE: Record<string, { type: number; data: number[] }[]> = {
  'both.test': [
    { type: A, data: [192, 0, 2, 7] },
    { type: AAAA, data: [0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 7] },
  ],
  'four.test': [{ type: A, data: [127, 0, 0, 1] }],
};

/**
 * A name server that knows the zone, sends no reply about names that begin with "silent", and knows no other
 * name.
 */
const server = createSocket('udp4', (query, { port, address }) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += length + 1;
  }
  const type = query.readUInt16BE(at + 1);
  const name = labels.join('.').toLowerCase();
  if (name.startsWith('silent')) return;
  const records = (ZONE[name] ?? []).filter((record) => record.type === type);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (ZONE[name] ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const answers = records.map(({ data }) => {
    const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([fixed, Buffer.from(data)]);
  });
  server.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), port, address);
}).bind(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const resolveName = nameResolver({ timeoutMs: 100, servers: [`127.0.0.1:${server.address().port}`] });

test('a name has all its addresses of both families', async () => {
  assert.deepEqual(await resolveName('both.test'), ['192.0.2.7', '2001:db8::7']);
  assert.deepEqual(await resolveName('four.test'), ['127.0.0.1']);
});

test('localhost is resolved by the operating system and not by a name server', async () => {
  for (const address of await resolveName('localhost')) assert.match(address, /^(127\.|::1$)/);
});

test('a name that nobody knows has no address', async () => {
  await assert.rejects(resolveName('nobody.test'), { code: /^(ENOTFOUND|EAI_AGAIN)$/ });
});

test('a server that does not answer is not waited for', async () => {
  await assert.rejects(resolveName('silent.test'), { code: 'ETIMEOUT' });
});

test('a name is resolved to literal IP addresses', async () => {
  for (const name of ['both.test', 'four.test', 'localhost'])
    for (const address of await resolveName(name)) assert.notEqual(isIP(address), 0);
});
