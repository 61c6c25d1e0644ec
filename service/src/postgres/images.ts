import { LRUCache } from 'lru-cache';
import { runTogetherBy } from '../batching/run-together.ts';
import type { ContentHash, OrganizationId } from '../domain/ids.ts';
import type { HeldImage, Images } from '../ports/images.ts';
import { type Database, type Run, statement } from './connection/database.ts';

// An upload of bytes that were under review makes them the organization's own. Sorted, so that two uploads of the
// same pictures cannot wait for each other in a circle.
const ADD = statement(`
  insert into images (organization_id, hash, format, content_type, width, height, bytes)
  select distinct on (hash) $1::uuid, hash, format, content_type, width, height, bytes
  from unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::bigint[])
    as given (hash, format, content_type, width, height, bytes)
  order by hash
  on conflict (organization_id, hash) do update set reviewers_only = false where images.reviewers_only`);

type Added = Parameters<Images['add']>[1];

/** Uploads of one organization that end at the same time are committed together. */
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
      ]);
      return uploads.map(() => undefined);
    },
    { maxItems: 100, gatherMs: 0 },
  );

const FIND = statement<HeldImage>(`
  select hash, format, content_type as "contentType", width, height, bytes, reviewers_only as "reviewersOnly"
  from images where organization_id = $1 and hash = any ($2::text[])`);

/** Those asked for while another look is under way are read together, by the next. */
const find = (run: Run): Images['find'] =>
  runTogetherBy<OrganizationId, ContentHash, HeldImage | undefined>(
    async (organizationId, hashes) => {
      const found = new Map((await run(FIND, [organizationId, hashes])).map((image) => [image.hash, image]));
      return hashes.map((hash) => found.get(hash));
    },
    { maxItems: 200, gatherMs: 0 },
  );

const MAX_REMEMBERED = 20_000;

export const imagesIn = ({ run }: Database): Images => {
  // Images are never deleted and never become reviewers-only again, so what is free to see may be kept for good.
  // One under review is not kept: its approval changes it.
  const known = new LRUCache<string, HeldImage>({ max: MAX_REMEMBERED });
  const lookUp = find(run);
  const store = add(run);
  return {
    add: async (organizationId, images) => {
      await store(organizationId, images);
      // Most are used at once.
      for (const image of images)
        known.set(`${organizationId}/${image.hash}`, { ...image, reviewersOnly: false });
    },
    find: async (organizationId, hash) => {
      const key = `${organizationId}/${hash}`;
      const remembered = known.get(key);
      if (remembered) return remembered;
      const image = await lookUp(organizationId, hash);
      if (image && !image.reviewersOnly) known.set(key, image);
      return image;
    },
  };
};
