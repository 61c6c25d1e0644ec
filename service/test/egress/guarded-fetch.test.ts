import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openGuardedFetch } from '../../src/egress/guarded-fetch.ts';
import { EgressFailure, type EgressFailureKind } from '../../src/ports/egress.ts';
import { startServer } from '../support/http-server.ts';

// This file is long on purpose: it tests all rules of one function, and the test of each rule has a server of its
// own.

const NAMES: Record<string, string[]> = {
  'here.test': ['127.0.0.1'],
  'private.test': ['10.0.0.1'],
  'mixed.test': ['93.184.216.34', '127.0.0.1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'empty.test': [],
};
const resolveName = async (name: string) => {
  const addresses = NAMES[name];
  if (!addresses) throw new Error(`no such name: ${name}`);
  return addresses;
};

const guarded = openGuardedFetch({ allow: [], allowLoopback: false, resolveName });
const local = openGuardedFetch({ allow: [], allowLoopback: true, resolveName });

const seen: { method?: string; url?: string; headers: Record<string, unknown>; body: string }[] = [];
const server = await startServer(async (request, response) => {
  const body = (await buffer(request)).toString();
  seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
  const path = new URL(request.url!, 'http://x').pathname;
  const chain = /^\/chain\/(\d+)$/.exec(path);
  if (chain) {
    const left = Number(chain[1]);
    response.writeHead(left ? 302 : 200, left ? { location: `/chain/${left - 1}` } : {}).end('end');
  } else if (path === '/to') {
    response.writeHead(307, { location: new URL(request.url!, 'http://x').searchParams.get('url')! }).end();
  } else if (path === '/silent') {
    // This request never gets a response.
  } else if (path === '/drip') {
    response.writeHead(200).write('a');
  } else if (path === '/huge') {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65536)));
    };
    response.writeHead(200).on('drain', more);
    more();
  } else if (path === '/declared') {
    response.writeHead(200, { 'content-length': 1e9 }).write('a');
  } else if (path === '/gzip') {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1e6)));
  } else if (path === '/busy') {
    response.writeHead(503, { 'retry-after': '7' }).end('later');
  } else if (path === '/cut') {
    response.writeHead(200, { 'content-length': 100 }).write('a', () => response.destroy());
  } else {
    response.end('hello');
  }
});
after(() => Promise.all([guarded.close(), local.close(), server.close()]));

const POST = { timeoutMs: 5_000, maxResponseBytes: 1_000 };
const GET = { timeoutMs: 5_000, maxBytes: 1_000, maxRedirects: 3 };
const post = (egress: typeof local, url: string) => egress.post(url, {}, '{}', POST);
const fetched = async (egress: typeof local, url: string, limits = GET) =>
  buffer(await egress.download(url, limits));
const failsAs = async (promise: Promise<unknown>, kind: EgressFailureKind) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof EgressFailure, String(error));
    assert.equal(error.kind, kind, error.message);
    assert.match(error.message, /^[A-Z].*\.$/);
    return true;
  });

describe('a forbidden address', () => {
  const LOOPBACK_NOTATIONS = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '0.0.0.0',
    '0',
    '[::]',
    '169.254.169.254',
    'user@127.0.0.1',
  ];
  for (const host of LOOPBACK_NOTATIONS)
    test(`is refused as ${host}`, async () => {
      const url = `http://${host}:${server.port}/`;
      assert.equal(guarded.forbids(new URL(url)), true);
      seen.length = 0;
      await failsAs(post(guarded, url), 'forbidden');
      await failsAs(fetched(guarded, url), 'forbidden');
      assert.equal(seen.length, 0);
    });

  for (const name of ['here.test', 'private.test', 'mixed.test', 'mapped.test'])
    test(`is refused behind the name ${name}`, async () => {
      seen.length = 0;
      const url = `http://${name}:${server.port}/`;
      assert.equal(guarded.forbids(new URL(url)), false);
      await failsAs(post(guarded, url), 'forbidden');
      await failsAs(fetched(guarded, url), 'forbidden');
      await failsAs(post(guarded, `https://${name}:${server.port}/`), 'forbidden');
      assert.equal(seen.length, 0);
    });

  test('is refused as localhost, which the system resolves', async () => {
    const egress = openGuardedFetch({ allow: [], allowLoopback: false });
    await failsAs(post(egress, `http://localhost:${server.port}/`), 'forbidden');
    await egress.close();
  });

  test('is refused when a redirect leads to it, by address or by name', async () => {
    const targets = [
      'http://10.0.0.1/',
      'http://private.test/',
      'http://[::ffff:127.0.0.1]/',
      '//169.254.169.254/latest',
      'http://0x0a000001/',
    ];
    for (const target of targets)
      await failsAs(fetched(local, `${server.url}/to?url=${encodeURIComponent(target)}`), 'forbidden');
  });

  test('is refused on a redirect from an allowed address to loopback', async () => {
    // The address of the first hop is in `allow`; other loopback addresses are forbidden.
    const egress = openGuardedFetch({ allow: ['127.0.0.1'], allowLoopback: false, resolveName });
    const target = `http://127.0.0.2:${server.port}/`;
    await failsAs(fetched(egress, `${server.url}/to?url=${encodeURIComponent(target)}`), 'forbidden');
    await egress.close();
  });

  test('is not reached by a name whose addresses change: it is resolved once for each connection', async () => {
    let resolutions = 0;
    const egress = openGuardedFetch({
      allow: ['127.0.0.1'],
      allowLoopback: false,
      // The first lookup finds an allowed address, all later ones find a forbidden one.
      resolveName: async () => (resolutions++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
    });
    assert.equal((await post(egress, `http://rebinding.test:${server.port}/`)).status, 200);
    assert.equal(resolutions, 1);
    await failsAs(egress.post(`http://rebinding.test:${server.port + 1}/`, {}, '', POST), 'forbidden');
    await egress.close();
  });

  test('is reached when the operator allows it', async () => {
    const egress = openGuardedFetch({ allow: ['127.0.0.0/30'], allowLoopback: false, resolveName });
    assert.equal((await post(egress, `http://here.test:${server.port}/`)).status, 200);
    assert.equal(
      (await post(egress, `http://127.0.0.2:${server.port}/`).catch((e) => e)).kind,
      'unreachable',
    );
    await failsAs(post(egress, `http://127.0.0.9:${server.port}/`), 'forbidden');
    await egress.close();
  });
});

describe('a post', () => {
  test('sends its body and headers, with the credentials of the URL', async () => {
    seen.length = 0;
    const url = `http://me:p%40ss@here.test:${server.port}/a?b=c`;
    const answer = await local.post(url, { 'x-own': 'yes' }, '{"ä":1}', POST);
    assert.deepEqual(answer, { status: 200, retryAfter: undefined, text: '' });
    const [request] = seen;
    assert.equal(request?.method, 'POST');
    assert.equal(request?.url, '/a?b=c');
    assert.equal(request?.body, '{"ä":1}');
    assert.equal(request?.headers['x-own'], 'yes');
    assert.equal(request?.headers['host'], `here.test:${server.port}`);
    assert.equal(request?.headers['authorization'], `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  test('does not follow a redirect', async () => {
    seen.length = 0;
    assert.equal((await post(local, `${server.url}/chain/2`)).status, 302);
    assert.equal(seen.length, 1);
  });

  test('reports the status and Retry-After of a refusal', async () => {
    assert.deepEqual(await post(local, `${server.url}/busy`), { status: 503, retryAfter: '7', text: '' });
  });

  test('ends when the answer does not come in time', async () => {
    await failsAs(local.post(`${server.url}/silent`, {}, '', { ...POST, timeoutMs: 50 }), 'timeout');
  });

  test('ends when the caller ends it', async () => {
    const ending = new AbortController();
    const posted = local.post(`${server.url}/silent`, {}, '', { ...POST, signal: ending.signal });
    ending.abort();
    await failsAs(posted, 'aborted');
    await failsAs(local.post(server.url, {}, '', { ...POST, signal: ending.signal }), 'aborted');
  });

  test('counts the status although the body never ends', async () => {
    assert.equal((await local.post(`${server.url}/drip`, {}, '', { ...POST, timeoutMs: 1_000 })).status, 200);
    assert.equal((await post(local, `${server.url}/huge`)).status, 200);
    assert.equal((await post(local, `${server.url}/declared`)).status, 200);
  });

  test('takes no proxy from the environment', async () => {
    process.env['http_proxy'] = process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
    const egress = openGuardedFetch({ allow: [], allowLoopback: true, resolveName });
    assert.equal((await post(egress, server.url)).status, 200);
    await egress.close();
    delete process.env['http_proxy'];
    delete process.env['HTTP_PROXY'];
  });

  test('reports what is wrong with an address that does not work', async () => {
    await failsAs(post(local, 'http://unknown.test/'), 'unresolved');
    await failsAs(post(local, 'http://empty.test/'), 'unresolved');
    await failsAs(post(local, 'ftp://here.test/'), 'bad_answer');
    await failsAs(post(local, 'file:///etc/passwd'), 'bad_answer');
    await failsAs(post(local, 'nonsense'), 'bad_answer');
    await failsAs(post(local, `https://here.test:${server.port}/`), 'unreachable');
  });

  test('fails when the answer is not HTTP or has far too many headers', async (t) => {
    const raw = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (data) =>
        socket.end(
          String(data).includes('/smtp')
            ? '220 mail ready\r\n'
            : `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100_000)}\r\n`,
        ),
      );
    }).listen(0, '127.0.0.1');
    await once(raw, 'listening');
    t.after(() => raw.close());
    const { port } = raw.address() as { port: number };
    await failsAs(post(local, `http://here.test:${port}/smtp`), 'bad_answer');
    await failsAs(post(local, `http://here.test:${port}/headers`), 'bad_answer');
  });

  test('fails where nobody listens', async () => {
    await failsAs(post(local, 'http://here.test:1/'), 'unreachable');
  });
});

describe('a download', () => {
  test('delivers the bytes', async () => {
    assert.equal(String(await fetched(local, `http://here.test:${server.port}/`)), 'hello');
  });

  test('follows three redirects and no more', async () => {
    assert.equal(String(await fetched(local, `${server.url}/chain/3`)), 'end');
    await failsAs(fetched(local, `${server.url}/chain/4`), 'bad_answer');
  });

  test('follows a redirect to http and https only', async () => {
    for (const target of ['file:///etc/passwd', 'ftp://here.test/', 'data:image/png;base64,', 'http://'])
      await failsAs(fetched(local, `${server.url}/to?url=${encodeURIComponent(target)}`), 'bad_answer');
  });

  test('sends the credentials of a URL to its own host only', async () => {
    seen.length = 0;
    const target = `http://here.test:${server.port}/`;
    await fetched(local, `http://me:pw@127.0.0.1:${server.port}/to?url=${encodeURIComponent(target)}`);
    assert.deepEqual(
      seen.map(({ headers }) => headers['authorization']),
      [`Basic ${Buffer.from('me:pw').toString('base64')}`, undefined],
    );
  });

  test('stops when it becomes too long, with or without a Content-Length', async () => {
    await failsAs(fetched(local, `${server.url}/huge`), 'too_large');
    await failsAs(fetched(local, `${server.url}/declared`), 'too_large');
  });

  test('ends when it takes too long in all', async () => {
    await failsAs(fetched(local, `${server.url}/silent`, { ...GET, timeoutMs: 50 }), 'timeout');
    await failsAs(fetched(local, `${server.url}/drip`, { ...GET, timeoutMs: 50 }), 'timeout');
  });

  test('never unpacks a compressed answer', async () => {
    await failsAs(fetched(local, `${server.url}/gzip`), 'bad_answer');
  });

  test('fails when the answer is not complete or not a success', async () => {
    await failsAs(fetched(local, `${server.url}/cut`), 'unreachable');
    await failsAs(fetched(local, `${server.url}/busy`), 'bad_answer');
  });
});
