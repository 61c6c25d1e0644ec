/** How many pixels the longest side of a small copy may have. Few sizes, so that each is made once and kept. */
export const THUMBNAIL_SIZES = [160, 320, 640, 1280] as const;
export type ThumbnailSize = (typeof THUMBNAIL_SIZES)[number];
