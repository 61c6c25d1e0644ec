import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ContentHash, OrganizationId } from '../../src/domain/ids.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { collectObjects, recordUnknownObjects } from '../../src/operations/retention/collect-objects.ts';
import { storeUpload } from '../../src/operations/uploads/store-upload.ts';
import type { ObjectStore } from '../../src/ports/images/object-store.ts';
import { type Database, statement } from '../../src/postgres/connection/database.ts';
import { executionsIn } from '../../src/postgres/executions/executions.ts';
import { imagesIn } from '../../src/postgres/images.ts';
import {
  beginIfDueIn,
  objectReferencesIn,
  readmitIn,
} from '../../src/postgres/retention/object-references.ts';
import { deleteRefusedImages } from '../../src/postgres/retention/refused-images.ts';
import { hashOf, putInto } from '../object-stores/contract.ts';
import { freshDatabase } from '../support/database/database.ts';
import { makeOrganization, newExecution, type TestOrganization } from '../support/organization.ts';

const NEVER = new AbortController().signal;
const FACTS = { format: 'png', contentType: 'image/png', width: 1, height: 1, bytes: 5 } as const;

const DELETE = statement('update images set deleted_at = now() where organization_id = $1 and hash = $2');
const AGE = statement(`
  update objects set unreferenced_since = unreferenced_since - $1::interval, condemned_at = condemned_at - $1::interval`);

describe('objects that nothing refers to', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  let dir: string;
  let objects: ObjectStore;
  let one: TestOrganization;
  let other: TestOrganization;

  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
    dir = await mkdtemp(join(tmpdir(), 'darkroom-collect-'));
    objects = await openFilesystemStore({ dir, minFreeBytes: 0 });
    one = await makeOrganization(database, 100);
    other = await makeOrganization(database, 0);
  });
  after(async () => {
    await fresh.drop();
    await rm(dir, { recursive: true, force: true });
  });

  const upload = ({ organizationId }: { organizationId: OrganizationId }, bytes: Buffer, store = objects) =>
    storeUpload(
      {
        config: { maxImageBytes: 1e6 },
        objects: store,
        inspector: { inspect: async () => FACTS, close: async () => {} },
        images: imagesIn(database),
        readmit: readmitIn(database),
      },
      organizationId,
      (async function* () {
        yield bytes;
      })(),
    );
  const collect = (store = objects) =>
    collectObjects(
      { objects: store, references: objectReferencesIn(database), beginIfDue: beginIfDueIn(database) },
      NEVER,
    );
  const drop = ({ organizationId }: TestOrganization, hash: ContentHash) =>
    database.run(DELETE, [organizationId, hash]);
  const age = (interval: string) => database.run(AGE, [interval]);
  /** An image that was deleted more than a day ago, and is still in the store. */
  const deletedImage = async () => {
    const bytes = randomBytes(100);
    const { hash } = await upload(one, bytes);
    await drop(one, hash);
    await age('25 hours');
    return { bytes, hash };
  };

  it('stay for a day after their last reference, then go', async () => {
    const { hash } = await upload(one, randomBytes(100));
    await drop(one, hash);
    await age('23 hours');
    assert.equal(await collect(), 0);
    assert.equal(await objects.has(hash), true);
    await age('2 hours');
    assert.equal(await collect(), 1);
    assert.equal(await objects.has(hash), false);
  });

  it('stay while another organization has the same bytes', async () => {
    const bytes = randomBytes(100);
    const { hash } = await upload(one, bytes);
    await upload(other, bytes);
    await drop(one, hash);
    await age('25 hours');
    assert.equal(await collect(), 0);
    await drop(other, hash);
    await age('25 hours');
    assert.equal(await collect(), 1);
  });

  it('are kept when the same bytes are uploaded within the day', async () => {
    const bytes = randomBytes(100);
    const { hash } = await upload(one, bytes);
    await drop(one, hash);
    await upload(one, bytes);
    await age('25 hours');
    assert.equal(await collect(), 0);
    assert.ok(await imagesIn(database).find(one.organizationId, hash));
    assert.equal(await objects.has(hash), true);
  });

  it('survive an upload that arrives while they are being deleted', async () => {
    const { bytes, hash } = await deletedImage();
    const removing = Promise.withResolvers<void>();
    const mayRemove = Promise.withResolvers<void>();
    const collecting = collect({
      ...objects,
      remove: async (condemned) => {
        removing.resolve();
        await mayRemove.promise;
        await objects.remove(condemned);
      },
    });
    await removing.promise;
    const kept = Promise.withResolvers<void>();
    const uploading = upload(other, bytes, {
      ...objects,
      keep: async (...given) => {
        await objects.keep(...given);
        kept.resolve();
      },
    });
    // The upload has found the object. Now the object is removed.
    await kept.promise;
    mayRemove.resolve();
    await Promise.all([collecting, uploading]);
    assert.equal(await objects.has(hash), true);
    await age('25 hours');
    assert.equal(await collect(), 0);
  });

  it('survive an upload that finds them just before they are deleted', async () => {
    const { bytes, hash } = await deletedImage();
    let collected = 0;
    await upload(one, bytes, {
      ...objects,
      keep: async (...given) => {
        await objects.keep(...given);
        if (collected === 0) collected = await collect();
      },
    });
    assert.equal(collected, 1);
    assert.equal(await objects.has(hash), true);
    assert.deepEqual(await readAll(hash), bytes);
  });

  it('survive uploads and deletions in any order', async () => {
    const images = Array.from({ length: 4 }, () => randomBytes(50));
    const until = performance.now() + 700;
    const busy = async (work: () => Promise<unknown>) => {
      while (performance.now() < until) await work();
    };
    const pick = () => images[Math.floor(Math.random() * images.length)]!;
    const uploaders = [one, other, one].map((who) => busy(() => upload(who, pick())));
    const deleters = [one, other].map((who) => busy(() => drop(who, hashOf(pick()))));
    await Promise.all([
      ...uploaders,
      ...deleters,
      busy(async () => {
        await age('25 hours');
        await collect();
      }),
    ]);
    for (const bytes of images) {
      const held = await Promise.all(
        [one, other].map(({ organizationId }) => imagesIn(database).find(organizationId, hashOf(bytes))),
      );
      if (held.some(Boolean)) assert.deepEqual(await readAll(hashOf(bytes)), bytes);
    }
    const wrong = await database.run(
      statement(`
        select from objects o full join (
          select hash, count(*) from images where deleted_at is null group by hash
        ) held using (hash) where coalesce(o.refs, 0) <> coalesce(held.count, 0)`),
      [],
    );
    assert.deepEqual(wrong, []);
    // Collects everything, so that nothing is left for the next test.
    await age('25 hours');
    await collect();
  });

  it('are taken over ten minutes after the process that was deleting them died', async () => {
    const { hash } = await deletedImage();
    await objectReferencesIn(database).condemn(10);
    assert.equal(await collect(), 0);
    await age('11 minutes');
    assert.equal(await collect(), 1);
    assert.equal(await objects.has(hash), false);
  });

  it('are not counted as deleted while the store is not the right one', async () => {
    const { hash } = await deletedImage();
    assert.equal(await collect({ ...objects, whyUnusable: async () => 'Another folder.' }), 0);
    assert.equal(await objects.has(hash), true);
    assert.equal(await collect(), 1);
  });

  it('are found although no row ever named them, and go a day later', async () => {
    const hash = await putInto(objects, randomBytes(100));
    await recordUnknownObjects(
      { objects, references: objectReferencesIn(database), beginIfDue: async () => true },
      NEVER,
    );
    assert.equal(await collect(), 0);
    await age('25 hours');
    assert.equal(await collect(), 1);
    assert.equal(await objects.has(hash), false);
  });

  it('are looked for by one process a day', async () => {
    const beginIfDue = beginIfDueIn(database);
    assert.deepEqual(
      await Promise.all([beginIfDue('once', 24), beginIfDue('once', 24)]).then((all) => all.sort()),
      [false, true],
    );
    assert.equal(await beginIfDue('once', 24), false);
  });

  it('include what a refused create brought along, unless an execution uses it', async () => {
    const images = imagesIn(database);
    const [unused, used] = [await upload(one, randomBytes(100)), await upload(one, randomBytes(100))];
    await executionsIn(database).insert(
      newExecution(one, {
        inputs: { default: { name: 'a.png', contentHash: used.hash, contentType: 'image/png' } },
      }),
    );
    await images.markRefused(one.organizationId, [unused.hash, used.hash]);
    assert.equal(await deleteRefusedImages(database), 0);
    await database.run(statement("update images set refused_at = refused_at - interval '61 minutes'"), []);
    assert.equal(await deleteRefusedImages(database), 1);
    images.forget();
    assert.equal(await images.find(one.organizationId, unused.hash), undefined);
    assert.ok(await images.find(one.organizationId, used.hash));
    await age('25 hours');
    assert.equal(await collect(), 1);
    assert.equal(await objects.has(unused.hash), false);
  });

  const readAll = async (hash: ContentHash): Promise<Buffer> => {
    const length = 100;
    const read = objects.read(hash, { start: 0, end: length - 1 });
    assert.ok(Buffer.isBuffer(read));
    return read;
  };
});
