import { runTogetherBy } from '../batching/run-together.ts';
import { openReadThroughCache } from '../cache/cache.ts';
import type { ContentHash, OrganizationId } from '../domain/ids.ts';
import { type Images, ObjectCondemned, type OrganizationImage } from '../ports/images/images.ts';
import { type Database, type Run, statement } from './connection/database.ts';

/** The precision of `used_at`: a use within this time of the last one is not written. */
export const USED_AT_PRECISION = "interval '1 hour'";
const USED_AT_PRECISION_MS = 3_600_000;

// Uploading an image that was reviewers-only makes it visible to the whole organization; uploading a deleted image
// makes it available again. The images are sorted by hash, so that two uploads of the same images cannot deadlock.
const ADD = statement<{ hash: ContentHash; isNew: boolean }>(`
  insert into images (organization_id, hash, format, content_type, width, height, bytes, crc32, as_input)
  select distinct on (hash) $1::uuid, hash, format, content_type, width, height, bytes, crc32, true
  from unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::bigint[],
    $8::bigint[]) as given (hash, format, content_type, width, height, bytes, crc32)
  order by hash
  on conflict (organization_id, hash) do update
    set reviewers_only = false, as_input = true, used_at = now(), refused_at = null, deleted_at = null
    where images.reviewers_only or not images.as_input or images.used_at < now() - ${USED_AT_PRECISION}
      or images.refused_at is not null or images.deleted_at is not null
  returning hash, xmax = 0 as "isNew"`);

type Added = Parameters<Images['add']>[1];

/** Adds images. Uploads of one organization that end at the same time are committed together. */
const add = (run: Run): Images['add'] =>
  runTogetherBy<OrganizationId, Added, ContentHash[]>(
    async (organizationId, uploads) => {
      const images = uploads.flat();
      const added = await run(ADD, [
        organizationId,
        images.map((image) => image.hash),
        images.map((image) => image.format),
        images.map((image) => image.contentType),
        images.map((image) => image.width),
        images.map((image) => image.height),
        images.map((image) => image.bytes),
        images.map((image) => image.crc32),
      ]).catch(explainCondemned);
      const isNew = new Set(added.filter((row) => row.isNew).map(({ hash }) => hash));
      return uploads.map((upload) => upload.map(({ hash }) => hash).filter((hash) => isNew.has(hash)));
    },
    { name: 'add image', maxItems: 100, gatherMs: 0 },
  );

const CONDEMNED = 'DR001';

/**
 * Throws `ObjectCondemned` when a statement failed because it refers to an object that is being deleted; otherwise
 * rethrows the error.
 */
export const explainCondemned = (error: Error & { code?: string }): never => {
  throw error.code === CONDEMNED ? new ObjectCondemned(error.message, { cause: error }) : error;
};

type Known = OrganizationImage & { usedMsAgo: number };

const COLUMNS = `hash, format, content_type as "contentType", width, height, bytes, crc32,
  reviewers_only as "reviewersOnly", extract(epoch from now() - used_at)::double precision * 1000 as "usedMsAgo"`;

const FIND = statement<Known>(`
  select ${COLUMNS} from images where organization_id = $1 and hash = any ($2::text[]) and deleted_at is null`);

/** Finds an image. Calls that arrive while a query runs share the next query. */
const find = (run: Run) =>
  runTogetherBy<OrganizationId, ContentHash, Known | undefined>(
    async (organizationId, hashes) => {
      const found = new Map((await run(FIND, [organizationId, hashes])).map((image) => [image.hash, image]));
      return hashes.map((hash) => found.get(hash));
    },
    { name: 'find image', maxItems: 200, gatherMs: 0 },
  );

const USE = statement<Known>(`
  update images set used_at = now() where organization_id = $1 and hash = $2 and deleted_at is null
  returning ${COLUMNS}`);

const DELETED_AT = statement<{ deletedAt: Date | null }>(`
  select deleted_at as "deletedAt" from images where organization_id = $1 and hash = $2`);

const MARK_REFUSED = statement(`
  update images set refused_at = now()
  where organization_id = $1 and hash = any ($2::text[]) and not as_result and deleted_at is null`);

/** An image in the cache of this process. */
type CachedImage = { organizationId: OrganizationId; image: OrganizationImage; useRecordedUntilMs: number };

// Visible images do not expire here: a notification tells when images of an organization are deleted. An image under
// review is not cached, because its approval changes it.
const CACHE = { max: 20_000, mayCache: ({ image }: CachedImage) => !image.reviewersOnly };

type Key = `${OrganizationId}/${ContentHash}`;

const cachedImage = (organizationId: OrganizationId, { usedMsAgo, ...image }: Known): CachedImage => ({
  organizationId,
  image,
  useRecordedUntilMs: performance.now() + USED_AT_PRECISION_MS - usedMsAgo,
});

type CachedImages = Images & {
  /** Drops the cached images of an organization, or of all. */
  forget(organizationId?: OrganizationId): void;
};

export const imagesIn = ({ run }: Database): CachedImages => {
  const lookUp = find(run);
  const known = openReadThroughCache<Key, CachedImage>(async (key) => {
    const [organizationId, hash] = key.split('/') as [OrganizationId, ContentHash];
    const found = await lookUp(organizationId, hash);
    return found && cachedImage(organizationId, found);
  }, CACHE);
  const store = add(run);
  const use = async (organizationId: OrganizationId, hash: ContentHash) => {
    const [row] = await run(USE, [organizationId, hash]);
    const key: Key = `${organizationId}/${hash}`;
    if (!row) known.forget(key);
    else if (!row.reviewersOnly) known.set(key, cachedImage(organizationId, row));
    return row && cachedImage(organizationId, row).image;
  };
  return {
    add: async (organizationId, images) => {
      const added = await store(organizationId, images);
      // Most images are used right after their upload, so cache them now.
      for (const image of images)
        known.set(
          `${organizationId}/${image.hash}`,
          cachedImage(organizationId, { ...image, reviewersOnly: false, usedMsAgo: 0 }),
        );
      return added;
    },
    find: async (organizationId, hash) => (await known.find(`${organizationId}/${hash}`))?.image,
    findForUse: async (organizationId, hash) => {
      const found = await known.find(`${organizationId}/${hash}`);
      return found && found.useRecordedUntilMs < performance.now() ? use(organizationId, hash) : found?.image;
    },
    deletedAt: async (organizationId, hash) =>
      (await run(DELETED_AT, [organizationId, hash]))[0]?.deletedAt ?? undefined,
    markRefused: async (organizationId, hashes) => {
      await run(MARK_REFUSED, [organizationId, hashes]);
    },
    forget: (organizationId) =>
      known.forgetWhere((one) => organizationId === undefined || one.organizationId === organizationId),
  };
};
