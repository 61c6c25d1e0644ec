import { join } from 'node:path';
import type { ContentHash } from '../../../domain/ids.ts';
import { openThumbnailCache } from '../../../object-stores/thumbnail-cache.ts';
import { makeThumbnails } from '../../../operations/previews/make-thumbnails.ts';
import type { Thumbnails } from '../../../ports/images/thumbnails.ts';
import { openLane } from '../../../worker/lanes/lane.ts';
import { openPreviewLane } from '../../../worker/lanes/preview-lane.ts';
import type { Foundation } from '../foundation.ts';
import { laneOptions } from '../open-lanes.ts';

/** Deadline of a thumbnail. A person waits for the page; after this time it shows the full image or none. */
const DEADLINE_MS = 5_000;
/**
 * The most thumbnails of one organization that may wait; one page shows fewer. Further requests
 * are answered with 503.
 */
const MAX_PER_ORGANIZATION = 500;
const IDLE_MS = 60_000;

/** Opens thumbnails of images. A separate process of the HTTP API makes them, not the lanes of the worker. */
export const openThumbnails = async ({
  config,
  objects,
  limits,
  runAs,
  reportBroken,
}: Pick<Foundation, 'config' | 'objects' | 'limits' | 'runAs' | 'reportBroken'>): Promise<{
  get: Thumbnails;
  /** Deletes the cached thumbnails of an image. */
  remove(hash: ContentHash): Promise<void>;
  close(): Promise<void>;
}> => {
  const cache = await openThumbnailCache({
    dir: join(config.dataDir, 'thumbnails'),
    maxBytes: config.thumbnailBytes,
    owner: runAs,
  });
  const deadlineMs = Math.min(DEADLINE_MS, config.laneDeadlineMs);
  const lane = openPreviewLane(
    openLane({ ...laneOptions(config, runAs), deadlineMs, idleMs: IDLE_MS }),
    MAX_PER_ORGANIZATION,
  );
  return {
    get: makeThumbnails({ objects, cache, lane, limits, reportBroken }),
    remove: cache.remove,
    close: async () => {
      await lane.close();
      await cache.close();
    },
  };
};
