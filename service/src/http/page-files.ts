import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the console in memory, with what was compressed when it was built. */
export type PageFile = {
  contentType: string;
  etag: string;
  isImmutable: boolean;
  plain: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
};

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** All files of the built console by their path in it; undefined while it is not built. */
export const readPageFiles = (dir: string): Map<string, PageFile> | undefined => {
  const names = namesIn(dir);
  if (!names.includes('index.html')) return undefined;
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const contentType = CONTENT_TYPES[extname(name)];
    if (!contentType) continue;
    const read = (suffix: string) =>
      names.includes(name + suffix) ? readFileSync(join(dir, name + suffix)) : undefined;
    const plain = readFileSync(join(dir, name));
    const etag = `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
    // Names in assets/ carry a hash of what is in them.
    const isImmutable = name.startsWith('assets/');
    files.set(name, { contentType, etag, isImmutable, plain, br: read('.br'), gzip: read('.gz') });
  }
  return files;
};

const namesIn = (dir: string): string[] => {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  } catch {
    return [];
  }
};
