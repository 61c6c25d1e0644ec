import { openCache } from '../../cache/cache.ts';
import { Refusal, unavailable } from '../../domain/errors.ts';
import type { ContentHash, OrganizationId } from '../../domain/ids.ts';
import type { ImageLimits } from '../../domain/images/image-formats.ts';
import type { ThumbnailSize } from '../../domain/images/thumbnail-sizes.ts';
import type { Step } from '../../domain/workflows/workflow.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';
import type { ThumbnailCache, Thumbnails } from '../../ports/images/thumbnails.ts';
import { LaneFailure, type PreviewLane } from '../../ports/lanes.ts';
import type { ReportBroken } from '../../ports/retention.ts';
import { refuseBroken } from '../retention/refuse-broken.ts';

type ThumbnailParts = {
  objects: Pick<ObjectStore, 'path' | 'checkRoom' | 'readStored' | 'whyUnusable'>;
  reportBroken: ReportBroken;
  cache: ThumbnailCache;
  lane: Pick<PreviewLane, 'apply'>;
  limits: ImageLimits;
};

/** A page asks again at every visit for a thumbnail that failed, so refusals are cached. A later try may succeed. */
const REFUSALS_CACHE = { max: 1000, maxAgeMs: 10 * 60_000 };
const NEVER = new AbortController().signal;

type Wanted = { organizationId: OrganizationId; hash: ContentHash; size: ThumbnailSize };

/**
 * Makes thumbnails in a process that may be killed. Simultaneous requests of one organization for the same thumbnail
 * share one job. Another organization gets a job of its own, so that it does not wait for the first one's turn.
 */
export const makeThumbnails = (parts: ThumbnailParts): Thumbnails => {
  const underWay = new Map<string, Promise<Buffer>>();
  const refused = openCache<string, Refusal>(REFUSALS_CACHE);

  const make = async (wanted: Wanted, thumbnailKey: string, jobKey: string): Promise<Buffer> => {
    const making = shrink(parts, wanted).finally(() => underWay.delete(jobKey));
    underWay.set(jobKey, making);
    return making.catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'unprocessable_image') refused.set(thumbnailKey, error);
      throw error;
    });
  };

  return async (organizationId, hash, size) => {
    const thumbnailKey = `${hash}-${size}`;
    const known = refused.get(thumbnailKey);
    if (known) throw known;
    const jobKey = `${organizationId} ${thumbnailKey}`;
    return (
      (await parts.cache.find(hash, size)) ??
      underWay.get(jobKey) ??
      make({ organizationId, hash, size }, thumbnailKey, jobKey)
    );
  };
};

const shrink = async (parts: ThumbnailParts, { organizationId, hash, size }: Wanted): Promise<Buffer> => {
  const { objects, cache, lane, limits } = parts;
  await objects.checkRoom();
  const draft = cache.draft();
  try {
    const inputs = { default: await objects.path(hash) };
    const job = { steps: stepsTo(size), inputs, output: draft, limits };
    await lane.apply(job, organizationId, NEVER);
    return await cache.keep(draft, hash, size);
  } catch (error) {
    await refuseBroken(parts, [hash], error);
    throw error instanceof LaneFailure ? refusalOf(error) : error;
  } finally {
    await cache.discard(draft);
  }
};

const stepsTo = (size: ThumbnailSize): Step[] => [
  { id: 'size', component: 'resize', params: { width: size, height: size } },
  { id: 'format', component: 'convert', params: { format: 'webp', quality: 80, effort: 'fast' } },
];

const refusalOf = (failure: LaneFailure): Refusal =>
  failure.kind === 'final' || (failure.kind === 'crash' && failure.code !== 'system_error')
    ? new Refusal('unprocessable_image', failure.message, { cause: failure })
    : unavailable('The thumbnail cannot be made now. Try again in a moment.', 2, failure);
