import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { look, randomImage } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, openTenant, read, upload } from '../support/tenant.ts';
import { openTenantWithResults } from './tenant-with-results.ts';

const UNKNOWN_ID = '018f3a5e-7c00-7000-8000-000000000000';

const service = await shareService();
after(() => service.stop());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const path = (id: string, rest = '') => `/v1/workflow/execution/${id}${rest}`;

const tenant = await openTenantWithResults(service);

describe('Blocking result', () => {
  test('waits until the execution completes, then answers with the image', async () => {
    const id = await create(tenant.operator, tenant.workflow);
    const answer = await tenant.viewer(`GET ${path(id, '/result/default')}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    const { resultContentHash } = await read(tenant.viewer, id);
    assert.equal(sha256(answer.bytes), resultContentHash);
    assert.equal(answer.headers.get('etag'), `"${resultContentHash}"`);
    assert.equal(answer.headers.get('content-length'), String(answer.bytes.length));
    assert.deepEqual(await look(answer.bytes), { format: 'png', width: 48, height: 32 });
  });

  test('a failed execution is 422 with its error message', async () => {
    const answer = await tenant.viewer(`GET ${path(tenant.failed, '/result/default')}`);
    assert.equal(answer.status, 422);
    const { error } = await read(tenant.viewer, tenant.failed);
    assert.equal(answer.json<{ message: string }>().message, error!.message);
  });

  test('an unpaid execution is 402', async () => {
    const poor = await openTenant(service, 0);
    const id = await create(poor.operator, await addWorkflow(poor.owner));
    const answer = await poor.viewer(`GET ${path(id, '/result/default')}`);
    assert.equal(answer.status, 402);
    assert.equal(answer.json<{ error: string }>().error, 'Payment Required');
  });

  test('an unknown execution is 404', async () => {
    assert.equal((await tenant.viewer(`GET ${path(UNKNOWN_ID, '/result/default')}`)).status, 404);
    assert.equal((await tenant.viewer(`GET ${path(tenant.completed, '/result/other')}`)).status, 404);
  });

  test('If-None-Match with the hash is 304, with another the image', async () => {
    const { resultContentHash } = await read(tenant.viewer, tenant.completed);
    const ask = (tag: string) =>
      tenant.viewer(`GET ${path(tenant.completed, '/result/default')}`, {
        headers: { 'if-none-match': tag },
      });
    for (const tag of [
      `"${resultContentHash}"`,
      `W/"${resultContentHash}"`,
      `"x", "${resultContentHash}"`,
      '*',
    ]) {
      const answer = await ask(tag);
      assert.deepEqual([answer.status, answer.bytes.length], [304, 0], tag);
      assert.equal(answer.headers.get('etag'), `"${resultContentHash}"`);
    }
    assert.equal((await ask('"other"')).status, 200);
  });

  test('Range is honoured: 206 with the bytes asked for, 416 beyond them', async () => {
    const line = `GET ${path(tenant.completed, '/result/default')}`;
    const { bytes, headers } = await tenant.viewer(line);
    assert.equal(headers.get('accept-ranges'), 'bytes');
    const ask = (range: string) => tenant.viewer(line, { headers: { range } });
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, bytes.length - 1],
      ['bytes=-5', bytes.length - 5, bytes.length - 1],
      ['bytes=5-999999999', 5, bytes.length - 1],
    ] as const) {
      const answer = await ask(range);
      assert.equal(answer.status, 206, range);
      assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end}/${bytes.length}`);
      assert.deepEqual(answer.bytes, bytes.subarray(start, end + 1));
    }
    const head = await tenant.viewer(line.replace('GET', 'HEAD'), { headers: { range: 'bytes=0-9' } });
    assert.equal(head.status, 200, 'a range is of a GET only');
    const beyond = await ask(`bytes=${bytes.length}-`);
    assert.equal(beyond.status, 416);
    assert.equal(beyond.headers.get('content-range'), `bytes */${bytes.length}`);
    for (const ignored of ['lines=1-2', 'bytes=nonsense', 'bytes=9-0'])
      assert.equal((await ask(ignored)).status, 200, ignored);
  });

  test('HEAD answers like GET without the bytes', async () => {
    const line = path(tenant.completed, '/result/default');
    const [head, get] = [await tenant.viewer(`HEAD ${line}`), await tenant.viewer(`GET ${line}`)];
    assert.deepEqual([head.status, head.bytes.length], [200, 0]);
    for (const name of ['content-length', 'content-type', 'etag'])
      assert.equal(head.headers.get(name), get.headers.get(name), name);
  });
});

describe('Download by path', () => {
  test('the organization’s own images are 200, inputs and results', async () => {
    const record = await read(tenant.viewer, tenant.completed);
    const result = await tenant.viewer(`GET ${record.resultPath}`);
    assert.equal(result.status, 200);
    assert.equal(sha256(result.bytes), record.resultContentHash);
    const input = await tenant.viewer(`GET /image/${record.inputContentHash}/shoe.jpg`);
    assert.equal(sha256(input.bytes), record.inputContentHash);
    assert.equal(input.headers.get('content-type'), 'image/jpeg');
  });

  test('only the hash is looked up: any name, or none, is accepted', async () => {
    const { resultContentHash: hash } = await read(tenant.viewer, tenant.completed);
    for (const rest of [
      '',
      '/',
      '/other.txt',
      '/a/b/c.png',
      '/%00',
      '/a%2Fb',
      '/100%',
      '/..%2f..%2fetc',
      '/ü',
    ])
      for (const version of ['', '/v1']) {
        const answer = await tenant.viewer(`GET ${version}/image/${hash}${rest}`);
        assert.equal(answer.status, 200, rest);
        assert.equal(sha256(answer.bytes), hash);
      }
  });

  test('an image of another organization is 403, and an unknown one 404', async () => {
    const stranger = await openTenant(service);
    const record = await read(tenant.viewer, tenant.completed);
    for (const hash of [record.resultContentHash, record.inputContentHash])
      assert.equal((await stranger.owner(`GET /image/${hash}/shoe.png`)).status, 403);
    for (const hash of ['f'.repeat(64), 'nonsense'])
      assert.equal((await stranger.owner(`GET /image/${hash}/shoe.png`)).status, 404, hash);
  });

  test('the same bytes uploaded by the caller are the caller’s', async () => {
    const stranger = await openTenant(service);
    const bytes = await randomImage();
    const hash = await upload(tenant.operator, bytes);
    assert.equal((await stranger.owner(`GET /image/${hash}/a.jpg`)).status, 403);
    assert.equal(await upload(stranger.operator, bytes), hash);
    assert.equal((await stranger.owner(`GET /image/${hash}/a.jpg`)).status, 200);
  });

  test('the response is inert and keeps for ever, but privately', async () => {
    const { resultPath } = await read(tenant.viewer, tenant.completed);
    const { headers } = await tenant.viewer(`GET ${resultPath}`);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy')!, /default-src 'none'.*sandbox/);
    assert.match(headers.get('cache-control')!, /^private, max-age=\d+, immutable$/);
  });

  test('the file name is sent as in RFC 6266', async () => {
    const { resultContentHash: hash } = await read(tenant.viewer, tenant.completed);
    const nameOf = async (name: string) =>
      (await tenant.viewer(`GET /image/${hash}/${encodeURIComponent(name)}`)).headers.get(
        'content-disposition',
      );
    assert.equal(await nameOf('shoe.png'), 'inline; filename=shoe.png');
    assert.equal(await nameOf('a "b".png'), 'inline; filename="a \\"b\\".png"');
    assert.equal(
      await nameOf('müller€.png'),
      'inline; filename="m?ller?.png"; filename*=UTF-8\'\'m%C3%BCller%E2%82%AC.png',
    );
    assert.equal(await nameOf('a\r\nSet-Cookie: x=y.png'), 'inline; filename="aSet-Cookie: x=y.png"');
  });
});
