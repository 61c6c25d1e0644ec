import { runTogetherBy } from '../batching/run-together.ts';
import { openCache } from '../cache/cache.ts';
import type { ContentHash, OrganizationId } from '../domain/ids.ts';
import type { HeldImage, Images } from '../ports/images.ts';
import { type Database, type Run, statement } from './connection/database.ts';

// Uploading an image that was reviewers-only makes it visible to the whole organization. Sorted by hash, so that two
// uploads of the same images cannot deadlock.
const ADD = statement(`
  insert into images (organization_id, hash, format, content_type, width, height, bytes, crc32)
  select distinct on (hash) $1::uuid, hash, format, content_type, width, height, bytes, crc32
  from unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::bigint[],
    $8::bigint[]) as given (hash, format, content_type, width, height, bytes, crc32)
  order by hash
  on conflict (organization_id, hash) do update set reviewers_only = false where images.reviewers_only`);

type Added = Parameters<Images['add']>[1];

/** Adds images. Uploads of one organization that end at the same time are committed together. */
const add = (run: Run): Images['add'] =>
  runTogetherBy<OrganizationId, Added, void>(
    async (organizationId, uploads) => {
      const images = uploads.flat();
      await run(ADD, [
        organizationId,
        images.map((image) => image.hash),
        images.map((image) => image.format),
        images.map((image) => image.contentType),
        images.map((image) => image.width),
        images.map((image) => image.height),
        images.map((image) => image.bytes),
        images.map((image) => image.crc32),
      ]);
      return uploads.map(() => undefined);
    },
    { name: 'add image', maxItems: 100, gatherMs: 0 },
  );

const FIND = statement<HeldImage>(`
  select hash, format, content_type as "contentType", width, height, bytes, crc32, reviewers_only as "reviewersOnly"
  from images where organization_id = $1 and hash = any ($2::text[])`);

/** Finds an image. Calls that arrive while a query runs share the next query. */
const find = (run: Run): Images['find'] =>
  runTogetherBy<OrganizationId, ContentHash, HeldImage | undefined>(
    async (organizationId, hashes) => {
      const found = new Map((await run(FIND, [organizationId, hashes])).map((image) => [image.hash, image]));
      return hashes.map((hash) => found.get(hash));
    },
    { name: 'find image', maxItems: 200, gatherMs: 0 },
  );

// Images are never deleted and never become reviewers-only again, so visible images can be cached without expiry.
// An image under review is not cached, because its approval changes it.
const CACHE = { max: 20_000, mayCache: (image: HeldImage) => !image.reviewersOnly };

type Key = `${OrganizationId}/${ContentHash}`;

export const imagesIn = ({ run }: Database): Images => {
  const lookUp = find(run);
  const known = openCache<Key, HeldImage>((key) => {
    const [organizationId, hash] = key.split('/') as [OrganizationId, ContentHash];
    return lookUp(organizationId, hash);
  }, CACHE);
  const store = add(run);
  return {
    add: async (organizationId, images) => {
      await store(organizationId, images);
      // Most images are used right after their upload, so cache them now.
      for (const image of images)
        known.set(`${organizationId}/${image.hash}`, { ...image, reviewersOnly: false });
    },
    find: async (organizationId, hash) => known.find(`${organizationId}/${hash}`),
  };
};
