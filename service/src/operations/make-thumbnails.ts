import { LRUCache } from 'lru-cache';
import { Refusal, unavailable } from '../domain/errors.ts';
import type { ContentHash } from '../domain/ids.ts';
import type { ImageLimits } from '../domain/image-formats.ts';
import type { ThumbnailSize } from '../domain/thumbnail-sizes.ts';
import type { Step } from '../domain/workflow.ts';
import { type Lane, LaneFailure, type LaneJob } from '../ports/lanes.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { ThumbnailCache, Thumbnails } from '../ports/thumbnails.ts';

export type ThumbnailParts = {
  objects: Pick<ObjectStore, 'path' | 'checkRoom'>;
  cache: ThumbnailCache;
  lane: Pick<Lane, 'apply'>;
  limits: ImageLimits;
};

const MOST_WAITING = 500;
/** Pictures that cannot be made small are asked for with every visit of a page; but another time it may go well. */
const REFUSALS_REMEMBERED = { max: 1000, ttl: 10 * 60_000 };
/** Another picture may take the process down before this one is begun. */
const MOST_ATTEMPTS = 3;
const NEVER = new AbortController().signal;

/** Makes each small copy once, however many ask for it at a time, and only in a process that may be killed. */
export const makeThumbnails = (parts: ThumbnailParts): Thumbnails => {
  const underWay = new Map<string, Promise<Buffer>>();
  const refused = new LRUCache<string, Refusal>(REFUSALS_REMEMBERED);

  const make = async (key: string, hash: ContentHash, size: ThumbnailSize): Promise<Buffer> => {
    if (underWay.size >= MOST_WAITING)
      throw unavailable('Too many small copies are being made. Ask again in a moment.');
    const making = shrink(parts, hash, size).finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making.catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'unprocessable_image') refused.set(key, error);
      throw error;
    });
  };

  return async (hash, size) => {
    const key = `${hash}-${size}`;
    const known = refused.get(key);
    if (known) throw known;
    return (await parts.cache.find(hash, size)) ?? underWay.get(key) ?? make(key, hash, size);
  };
};

const shrink = async (
  { objects, cache, lane, limits }: ThumbnailParts,
  hash: ContentHash,
  size: ThumbnailSize,
): Promise<Buffer> => {
  await objects.checkRoom();
  const draft = cache.draft();
  try {
    const inputs = { default: await objects.path(hash) };
    await applyAgain(lane, { steps: stepsTo(size), inputs, output: draft, limits });
    return await cache.keep(draft, hash, size);
  } finally {
    await cache.discard(draft);
  }
};

const stepsTo = (size: ThumbnailSize): Step[] => [
  { id: 'size', component: 'resize', params: { width: size, height: size } },
  { id: 'format', component: 'convert', params: { format: 'webp', quality: 80, effort: 'fast' } },
];

const applyAgain = async (lane: Pick<Lane, 'apply'>, job: LaneJob): Promise<void> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      await lane.apply(job, NEVER);
      return;
    } catch (error) {
      if (!(error instanceof LaneFailure)) throw error;
      if (error.kind !== 'bumped' || attempt === MOST_ATTEMPTS) throw refusalOf(error);
    }
};

const refusalOf = (failure: LaneFailure): Refusal =>
  failure.kind === 'final' || (failure.kind === 'crash' && failure.code !== 'system_error')
    ? new Refusal('unprocessable_image', failure.message, { cause: failure })
    : unavailable('The small copy cannot be made now. Ask again in a moment.', 2, failure);
