import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ContentHash } from '../../domain/ids.ts';
import type { Digest } from '../../domain/images/image-formats.ts';

export const digestOf = (data: Buffer): Digest => ({
  hash: hash('sha256', data, 'hex') as ContentHash,
  crc32: crc32(data),
});
