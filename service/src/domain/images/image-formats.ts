import type { ContentHash } from '../ids.ts';

/** The image formats of inputs and results. The content decides the format, never a name or a declared type. */
export const IMAGE_FORMATS = {
  jpeg: { name: 'JPEG', contentType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  png: { name: 'PNG', contentType: 'image/png', extensions: ['png'] },
  webp: { name: 'WebP', contentType: 'image/webp', extensions: ['webp'] },
  tiff: { name: 'TIFF', contentType: 'image/tiff', extensions: ['tif', 'tiff'] },
  avif: { name: 'AVIF', contentType: 'image/avif', extensions: ['avif'] },
  heif: { name: 'HEIC', contentType: 'image/heic', extensions: ['heic', 'heif'] },
  gif: { name: 'GIF', contentType: 'image/gif', extensions: ['gif'] },
} as const satisfies Record<string, { name: string; contentType: string; extensions: readonly string[] }>;

export type ImageFormat = keyof typeof IMAGE_FORMATS;

/** The formats of all uploads: images, and colour tables for the steps that use one. */
export const FILE_FORMATS = {
  ...IMAGE_FORMATS,
  cube: { contentType: 'application/x-cube-lut', extensions: ['cube'] },
} as const satisfies Record<string, { contentType: string; extensions: readonly string[] }>;
export type FileFormat = keyof typeof FILE_FORMATS;

export const isColourTable = ({ contentType }: { contentType: string }): boolean =>
  contentType === FILE_FORMATS.cube.contentType;

/** The formats that a workflow can deliver. */
export const RESULT_FORMATS = [
  'jpeg',
  'png',
  'webp',
  'avif',
  'tiff',
] as const satisfies readonly ImageFormat[];
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export type ImageFacts = {
  format: FileFormat;
  contentType: string;
  /** The width in pixels. A colour table has its number of entries per axis as its width and height. */
  width: number;
  height: number;
  bytes: number;
};

/** The checksums of a file's bytes. The CRC-32 is for ZIP archives, in which it precedes the bytes of the file. */
export type Digest = { hash: ContentHash; crc32: number };

export type ImageLimits = { maxBytes: number; maxPixels: number; maxHeifPixels: number };
