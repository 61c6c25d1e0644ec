import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { openCache } from '../../cache/cache.ts';

type Encoding = 'br' | 'gzip';
export type StaticFile = {
  type: string;
  hash: string;
  /** Returns the content in the best encoding that the client accepts. Each encoding is computed once. */
  encoded(accepted: string | undefined): Promise<{ encoding: Encoding | undefined; bytes: Buffer }>;
};

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^text\/|json|svg/;
const MIN_COMPRESSED_BYTES = 1024;
const CACHE = { max: 500 };

const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Finds files of one folder, never outside it, and caches their content until they change. */
export const openStaticFiles = (dir: string) => {
  const cached = openCache<string, { key: string; file: StaticFile }>(CACHE);
  return {
    find: async (path: string): Promise<StaticFile | undefined> => {
      const full = normalize(join(dir, path));
      if (!full.startsWith(dir + sep) || path.includes('\0')) return undefined;
      const found = await stat(full).catch(() => undefined);
      if (!found?.isFile()) return undefined;
      const key = `${found.mtimeMs} ${found.size}`;
      const known = cached.get(full);
      if (known?.key === key) return known.file;
      const file = staticFile(full, await readFile(full));
      cached.set(full, { key, file });
      return file;
    },
  };
};

const staticFile = (path: string, bytes: Buffer): StaticFile => {
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const worthIt = COMPRESSIBLE.test(type) && bytes.length >= MIN_COMPRESSED_BYTES;
  const compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    type,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    encoded: async (accepted = '') => {
      const encoding = (['br', 'gzip'] as const).find((name) =>
        new RegExp(`\\b${name}\\b(?!;q=0)`).test(accepted),
      );
      if (!worthIt || !encoding) return { encoding: undefined, bytes };
      compressed[encoding] ??= COMPRESS[encoding](bytes);
      return { encoding, bytes: await compressed[encoding] };
    },
  };
};
