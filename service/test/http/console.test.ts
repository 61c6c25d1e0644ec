import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { errorReply } from '../../src/http/replies/error-reply.ts';
import { serveConsole } from '../../src/http/server/console.ts';
import { sendRaw } from '../support/raw-http.ts';

const PAGE = '<!doctype html><title>Darkroom</title>';
const SCRIPT = `export const text = '${'darkroom '.repeat(500)}';`;

const setUp = async (t: TestContext, publicUrl = 'http://127.0.0.1', built = true) => {
  const home = await mkdtemp(join(tmpdir(), 'darkroom-console-'));
  const dir = join(home, 'dist');
  if (built) {
    await mkdir(join(dir, 'assets'), { recursive: true });
    await writeFile(join(dir, 'index.html'), PAGE);
    await writeFile(join(dir, 'assets/index-abc.js'), SCRIPT);
  }
  await writeFile(join(home, 'secret.txt'), 'secret');
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true } });
  server.setErrorHandler(errorReply(() => {}));
  serveConsole(server, () => publicUrl, dir);
  await server.listen({ host: '127.0.0.1', port: 0 });
  t.after(async () => {
    await server.close();
    await rm(home, { recursive: true });
  });
  const { port } = server.server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers });
  return { get, port, dir };
};

test('/, /docs and the address on a device’s screen redirect to the console, with their query', async (t) => {
  const { get } = await setUp(t);
  for (const [path, location] of [
    ['/', '/console/'],
    ['/activate', '/console/activate'],
    ['/docs', '/console/docs'],
    ['/activate/?user_code=BCDF-GHJK', '/console/activate?user_code=BCDF-GHJK'],
    ['/activate?next=https://evil.example', '/console/activate?next=https://evil.example'],
  ]) {
    const answer = await get(path!);
    assert.equal(answer.status, 302, path);
    assert.equal(answer.headers.get('location'), location);
  }
});

test('no address redirects to another host', async (t) => {
  const { port } = await setUp(t);
  for (const path of [
    '//evil.example',
    '//evil.example/activate',
    '/\\evil.example',
    '/activate//evil.example',
  ])
    assert.doesNotMatch(
      (await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)).raw,
      /location: (?:http|\/\/|\/\\)/i,
      path,
    );
});

test('every page of the console is the same file, and carries the headers that protect it', async (t) => {
  const { get } = await setUp(t);
  for (const path of ['/console', '/console/', '/console/activate?user_code=X', '/console/a/b']) {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    assert.equal(await answer.text(), PAGE);
    const policy = answer.headers.get('content-security-policy')!;
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|http|\*/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    assert.equal(answer.headers.get('strict-transport-security'), null);
  }
});

test('under https the response has Strict-Transport-Security', async (t) => {
  const { get } = await setUp(t, 'https://darkroom.example');
  assert.match((await get('/console/')).headers.get('strict-transport-security')!, /max-age=\d{7,}/);
});

test('an asset is compressed and cached without expiry, and an unknown one is 404', async (t) => {
  const { get } = await setUp(t);
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const answer = await get('/console/assets/index-abc.js', { 'accept-encoding': accepted });
    assert.equal(answer.headers.get('content-encoding'), encoding);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.match(answer.headers.get('content-type')!, /^text\/javascript/);
    assert.equal(await answer.text(), SCRIPT);
    const again = await get('/console/assets/index-abc.js', {
      'accept-encoding': accepted,
      'if-none-match': answer.headers.get('etag')!,
    });
    assert.equal(again.status, 304);
  }
  assert.equal((await get('/console/assets/missing.js')).status, 404);
});

test('machines that serve the same build give its files the same ETag, whenever they were written', async (t) => {
  const { get, dir } = await setUp(t);
  for (const file of ['index.html', 'assets/index-abc.js']) {
    const etag = (await get(`/console/${file}`)).headers.get('etag')!;
    await utimes(join(dir, file), new Date(0), new Date(0));
    assert.equal((await get(`/console/${file}`, { 'if-none-match': etag })).status, 304, file);
  }
});

test('nothing outside the folder is served', async (t) => {
  const { port } = await setUp(t);
  for (const path of [
    '/console/../secret.txt',
    '/console/%2e%2e/secret.txt',
    '/console/..%2fsecret.txt',
    '/console/assets/..%2f..%2f..%2fsecret.txt',
    '/console/..%5csecret.txt',
    '/console/secret.txt%00.html',
  ]) {
    const { raw } = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`);
    assert.ok(!raw.includes('secret\r\n') && !raw.endsWith('secret'), path);
  }
});

test('without a build of the console, the answer says how to build it', async (t) => {
  const { get } = await setUp(t, 'http://127.0.0.1', false);
  const answer = await get('/console/');
  assert.equal(answer.status, 503);
  assert.match(await answer.text(), /npm run build/);
});
