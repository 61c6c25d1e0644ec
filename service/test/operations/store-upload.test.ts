import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { Refusal } from '../../src/domain/errors.ts';
import type { ContentHash, OrganizationId } from '../../src/domain/ids.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { storeUpload } from '../../src/operations/uploads/store-upload.ts';
import { hashOf } from '../object-stores/contract.ts';

const ORGANIZATION = '018f0000-0000-7000-8000-000000000001' as OrganizationId;
const FACTS = { format: 'png', contentType: 'image/png', width: 1, height: 1, bytes: 5 } as const;

/** A real store on disk; the database and the decoder are stand-ins with prepared answers. */
const openPorts = async (
  t: TestContext,
  change: { inspect?: () => Promise<typeof FACTS>; minFreeBytes?: number } = {},
) => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-upload-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const added: string[] = [];
  return {
    dir,
    added,
    config: { maxImageBytes: 1_000_000 },
    objects: await openFilesystemStore({ dir, minFreeBytes: change.minFreeBytes ?? 0 }),
    inspector: { inspect: change.inspect ?? (async () => FACTS), close: async () => {} },
    images: {
      add: async (_: OrganizationId, images: { hash: ContentHash }[]) => {
        added.push(...images.map(({ hash }) => hash));
        return images.map(({ hash }) => hash);
      },
    },
    readmit: async () => {},
  };
};

async function* chunks(...all: Buffer[]) {
  yield* all;
}

const leftovers = async (dir: string): Promise<string[]> => {
  const all = await readdir(dir, { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
};

test('an upload is kept under the hash of its bytes and becomes the organization’s own', async (t) => {
  const ports = await openPorts(t);
  const bytes = randomBytes(300_000);
  const stored = await storeUpload(
    ports,
    ORGANIZATION,
    chunks(bytes.subarray(0, 1), bytes.subarray(1, 100_000), bytes.subarray(100_000)),
  );
  assert.deepEqual(stored, { ...FACTS, hash: hashOf(bytes), crc32: crc32(bytes), isNew: true });
  assert.deepEqual(ports.added, [stored.hash]);
  assert.deepEqual(await readFile(await ports.objects.path(stored.hash)), bytes);
});

test('a refused upload leaves nothing behind', async (t) => {
  const refuse = async () => {
    throw new Refusal('unprocessable_image', 'This is not an image.');
  };
  const ports = await openPorts(t, { inspect: refuse });
  await assert.rejects(storeUpload(ports, ORGANIZATION, chunks(Buffer.from('text'))), {
    code: 'unprocessable_image',
  });
  assert.deepEqual(await leftovers(ports.dir), []);
  assert.deepEqual(ports.added, []);
});

test('a stream that breaks leaves nothing behind', async (t) => {
  const ports = await openPorts(t);
  const broken = (async function* () {
    yield Buffer.from('half');
    throw new Error('the caller went away');
  })();
  await assert.rejects(storeUpload(ports, ORGANIZATION, broken), /went away/);
  assert.deepEqual(await leftovers(ports.dir), []);
});

test('an empty upload and one over the byte limit cannot be processed', async (t) => {
  const ports = await openPorts(t);
  await assert.rejects(storeUpload(ports, ORGANIZATION, chunks()), { code: 'unprocessable_image' });
  const tooLarge = chunks(Buffer.alloc(600_000), Buffer.alloc(600_000));
  await assert.rejects(storeUpload(ports, ORGANIZATION, tooLarge), { code: 'unprocessable_image' });
  assert.deepEqual(await leftovers(ports.dir), []);
});

test('an upload of exactly the limit is taken', async (t) => {
  const ports = await openPorts(t);
  const bytes = Buffer.alloc(1_000_000, 1);
  assert.equal((await storeUpload(ports, ORGANIZATION, chunks(bytes))).hash, hashOf(bytes));
});

test('without room, an upload is unavailable before a byte of it is read', async (t) => {
  const ports = await openPorts(t, { minFreeBytes: Number.MAX_SAFE_INTEGER });
  let wasRead = false;
  const bytes = (async function* () {
    wasRead = true;
    yield Buffer.from('bytes');
  })();
  await assert.rejects(storeUpload(ports, ORGANIZATION, bytes), { code: 'unavailable' });
  assert.equal(wasRead, false);
});

test('a disk that fills up while an upload is written makes it unavailable', async (t) => {
  const ports = await openPorts(t);
  // Every write to this device fails with ENOSPC.
  const objects = { ...ports.objects, create: () => open('/dev/full', 'w') };
  const upload = storeUpload({ ...ports, objects }, ORGANIZATION, chunks(Buffer.from('bytes')));
  await assert.rejects(upload, { code: 'unavailable', retryAfterSeconds: 60 });
});
