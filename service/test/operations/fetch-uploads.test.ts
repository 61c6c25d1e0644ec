import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { Refusal } from '../../src/domain/errors.ts';
import type { ContentHash, OrganizationId } from '../../src/domain/ids.ts';
import { openGuardedFetch } from '../../src/egress/guarded-fetch.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { fetchUploads } from '../../src/operations/uploads/fetch-uploads.ts';
import { startServer } from '../support/http-server.ts';

const ORGANIZATION = '018f0000-0000-7000-8000-000000000001' as OrganizationId;
const FACTS = { format: 'png', contentType: 'image/png', width: 1, height: 1, bytes: 5 } as const;
const IMAGES: Record<string, Buffer> = { '/a.png': randomBytes(100_000), '/b.png': randomBytes(10) };

const served = { now: 0, most: 0, total: 0 };
const server = await startServer((request, response) => {
  served.total += 1;
  served.now += 1;
  served.most = Math.max(served.most, served.now);
  response.on('close', () => {
    served.now -= 1;
  });
  const image = IMAGES[request.url!];
  if (image) response.end(image);
  else if (request.url === '/text') response.end('text, no image');
  else if (request.url === '/large') response.end(Buffer.alloc(300_000));
  else if (request.url === '/moved') response.writeHead(302, { location: '/a.png' }).end();
  else if (request.url === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
  else if (request.url !== '/silent') response.writeHead(404).end();
});
const egress = openGuardedFetch({ allow: [], allowLoopback: true });
after(() => Promise.all([egress.close(), server.close()]));

/** A real store and real HTTP; the database and the decoder are stand-ins. */
const openWorld = async (t: TestContext) => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-fetch-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const added: ContentHash[][] = [];
  return {
    dir,
    added,
    egress,
    config: { maxImageBytes: 200_000 },
    objects: await openFilesystemStore({ dir, minFreeBytes: 0 }),
    inspector: {
      inspect: async (path: string) => {
        if (String(await readFile(path)).startsWith('text'))
          throw new Refusal('unprocessable_image', 'This is not an image.');
        return FACTS;
      },
      close: async () => {},
    },
    images: {
      add: async (_: OrganizationId, images: { hash: ContentHash }[]) => {
        const hashes = images.map(({ hash }) => hash);
        added.push(hashes);
        return hashes;
      },
    },
    readmit: async () => {},
  };
};
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex') as ContentHash;
const filesIn = async (dir: string) =>
  (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
const at = (path: string) => `${server.url}${path}`;

const NEVER = new AbortController().signal;

test('images are fetched and kept, and the answer has a hash for each name', async (t) => {
  const world = await openWorld(t);
  const urls = JSON.parse(
    `{"front": "${at('/a.png')}", "__proto__": "${at('/b.png')}", "again": "${at('/moved')}"}`,
  );
  const hashes = await fetchUploads(world, ORGANIZATION, urls, NEVER);
  const [a, b] = [hashOf(IMAGES['/a.png']!), hashOf(IMAGES['/b.png']!)];
  assert.deepEqual(Object.entries(hashes), [
    ['front', a],
    ['__proto__', b],
    ['again', a],
  ]);
  assert.deepEqual(world.added, [[a, b]]);
  assert.deepEqual(await readFile(await world.objects.path(a)), IMAGES['/a.png']);
  assert.equal(await filesIn(world.dir), 2);
});

const REFUSALS = {
  'a missing image': ['/missing', 'malformed', /"bad" could not be fetched: .*404/],
  'a page that is not an image': ['/text', 'unprocessable_image', /"bad" cannot be used/],
  'an image that is too large': ['/large', 'unprocessable_image', /"bad" cannot be used/],
  'a redirect into a private network': ['/inside', 'malformed', /"bad" could not be fetched: .*private/],
} as const;
for (const [what, [path, code, message]] of Object.entries(REFUSALS))
  test(`${what} is refused by its name, and nothing of the call is kept`, async (t) => {
    const world = await openWorld(t);
    const urls = { good: at('/a.png'), bad: at(path), other: at('/b.png') };
    await assert.rejects(fetchUploads(world, ORGANIZATION, urls, NEVER), { name: 'Refusal', code, message });
    assert.deepEqual(world.added, []);
    assert.equal(await filesIn(world.dir), 0);
  });

test('the first failure ends the downloads beside it', async (t) => {
  const world = await openWorld(t);
  const urls = { slow: at('/silent'), bad: at('/missing') };
  await assert.rejects(fetchUploads(world, ORGANIZATION, urls, NEVER), {
    code: 'malformed',
    message: /"bad"/,
  });
  assert.equal(await filesIn(world.dir), 0);
});

test('a caller who leaves ends the downloads', async (t) => {
  const world = await openWorld(t);
  const leaving = new AbortController();
  const fetching = fetchUploads(world, ORGANIZATION, { slow: at('/silent') }, leaving.signal);
  leaving.abort();
  await assert.rejects(fetching);
  assert.equal(await filesIn(world.dir), 0);
});

test('an invalid or forbidden URL is refused before anything is fetched', async (t) => {
  const world = await openWorld(t);
  const before = served.total;
  for (const bad of ['http://10.0.0.1/', 'http://0x0a000001/', 'ftp://example.com/', '/a.png', ''])
    await assert.rejects(fetchUploads(world, ORGANIZATION, { good: at('/a.png'), bad }, NEVER), {
      code: 'malformed',
      message: /^The URL of "bad" /,
    });
  assert.equal(served.total, before);
});

test('fifty images are fetched a few at a time, and fifty-one are refused', async (t) => {
  const world = await openWorld(t);
  const urls = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, at('/b.png')]));
  served.most = 0;
  assert.equal(Object.keys(await fetchUploads(world, ORGANIZATION, urls(50), NEVER)).length, 50);
  assert.ok(served.most <= 4, String(served.most));
  await assert.rejects(fetchUploads(world, ORGANIZATION, urls(51), NEVER), { code: 'malformed' });
});

test('a request without images fetches nothing', async (t) => {
  assert.deepEqual(await fetchUploads(await openWorld(t), ORGANIZATION, {}, NEVER), {});
});
