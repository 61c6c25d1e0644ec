import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ContentHash } from '../../../src/domain/ids.ts';
import type { ImageFacts } from '../../../src/domain/images/image-formats.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { imagesIn } from '../../../src/postgres/images.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { placeExecution } from '../../support/place-execution.ts';
import { openStudio } from '../../support/studio.ts';

const facts: ImageFacts = {
  format: 'png',
  contentType: 'image/png',
  width: 4,
  height: 3,
  bytes: 5_000_000_000,
};
const newImage = () => ({
  ...facts,
  crc32: 4_294_967_295,
  hash: randomBytes(32).toString('hex') as ContentHash,
});
const APPROVE = statement('update images set reviewers_only = false where hash = $1');

describe('images', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
  });
  after(() => fresh.drop());

  test('an image is found by the organization that added it, and by no other', async () => {
    const [mine, other] = [await openStudio(database), await openStudio(database)];
    const images = imagesIn(database);
    const image = newImage();
    assert.equal(await images.find(mine.organizationId, image.hash), undefined);
    await images.add(mine.organizationId, [image]);
    assert.deepEqual(await images.find(mine.organizationId, image.hash), { ...image, reviewersOnly: false });
    assert.equal(await images.find(other.organizationId, image.hash), undefined);
  });

  test('images that are added together are all stored, also when one comes twice or was stored before', async () => {
    const { organizationId } = await openStudio(database);
    const images = imagesIn(database);
    const [one, two] = [newImage(), newImage()];
    await images.add(organizationId, [one]);
    await images.add(organizationId, [two, one, two]);
    assert.ok(await images.find(organizationId, one.hash));
    assert.ok(await images.find(organizationId, two.hash));
    await images.add(organizationId, []);
  });

  test('the same images added by many at once, in any order, are all there', async () => {
    const { organizationId } = await openStudio(database);
    const images = imagesIn(database);
    const many = Array.from({ length: 30 }, newImage);
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        images.add(organizationId, turn % 2 ? many : many.toReversed()),
      ),
    );
    for (const { hash } of many) assert.ok(await images.find(organizationId, hash));
  });

  test('an image that was found once is found again without the database', async () => {
    const { organizationId } = await openStudio(database);
    let queries = 0;
    const images = imagesIn({
      ...database,
      run: (statement, values) => {
        queries += 1;
        return database.run(statement, values);
      },
    });
    const image = newImage();
    await images.add(organizationId, [image]);
    await images.find(organizationId, image.hash);
    const before = queries;
    await images.find(organizationId, image.hash);
    assert.equal(queries, before);
  });

  test('an image under review is visible to reviewers only, until the moment of its approval', async () => {
    const studio = await openStudio(database, 100);
    const images = imagesIn(database);
    const { resultHash } = await placeExecution(database, studio, { status: 'IN_QA', price: 10 });
    assert.equal((await images.find(studio.organizationId, resultHash))?.reviewersOnly, true);
    await database.run(APPROVE, [resultHash]);
    assert.equal((await images.find(studio.organizationId, resultHash))?.reviewersOnly, false);
  });

  test('an upload of bytes under review makes them visible to the organization', async () => {
    const studio = await openStudio(database, 100);
    const images = imagesIn(database);
    const { resultHash } = await placeExecution(database, studio, { status: 'IN_QA', price: 10 });
    assert.equal((await images.find(studio.organizationId, resultHash))?.reviewersOnly, true);
    await images.add(studio.organizationId, [{ ...newImage(), hash: resultHash }]);
    assert.equal((await images.find(studio.organizationId, resultHash))?.reviewersOnly, false);
  });
});
