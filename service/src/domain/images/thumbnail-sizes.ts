/** The sizes of thumbnails: pixels of the longest side. There are few, so that each is made once and cached. */
export const THUMBNAIL_SIZES = [160, 320, 640, 1280] as const;
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number];
