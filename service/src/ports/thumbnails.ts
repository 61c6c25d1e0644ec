import type { ContentHash, OrganizationId } from '../domain/ids.ts';
import type { ThumbnailSize } from '../domain/images/thumbnail-sizes.ts';

/** Small copies that are there already. What is lost is made anew. */
export type ThumbnailCache = {
  find(hash: ContentHash, size: ThumbnailSize): Promise<Buffer | undefined>;
  /** A new place on the cache's own disk, to be filled and then kept or discarded. */
  draft(): string;
  keep(draft: string, hash: ContentHash, size: ThumbnailSize): Promise<Buffer>;
  discard(draft: string): Promise<void>;
  close(): Promise<void>;
};

/** A WebP whose longest side has at most so many pixels, made in the organization's turn. Rejects with a refusal. */
export type Thumbnails = (
  organizationId: OrganizationId,
  hash: ContentHash,
  size: ThumbnailSize,
) => Promise<Buffer>;
