import type { ContentHash, OrganizationId } from '../../domain/ids.ts';
import type { ThumbnailSize } from '../../domain/images/thumbnail-sizes.ts';

/** A cache of thumbnails. A lost entry is made again. */
export type ThumbnailCache = {
  find(hash: ContentHash, size: ThumbnailSize): Promise<Buffer | undefined>;
  /** The path of a new draft on the cache's disk. The caller writes the file, then keeps or discards it. */
  draft(): string;
  keep(draft: string, hash: ContentHash, size: ThumbnailSize): Promise<Buffer>;
  discard(draft: string): Promise<void>;
  /** Deletes the thumbnails of an image, of all sizes. */
  remove(hash: ContentHash): Promise<void>;
  close(): Promise<void>;
};

/** Makes a WebP whose longest side has at most `size` pixels, in the organization's turn. Rejects with a refusal. */
export type Thumbnails = (
  organizationId: OrganizationId,
  hash: ContentHash,
  size: ThumbnailSize,
) => Promise<Buffer>;
