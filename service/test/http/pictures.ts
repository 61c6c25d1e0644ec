import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Refusal } from '../../src/domain/errors.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import type { Inspector } from '../../src/ports/lanes.ts';
import { worldInMemory } from './world-in-memory.ts';

export const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Bytes that the stand-in for the decoder takes for a picture. */
export const picture = (content: string | Buffer = 'pixels'): Buffer =>
  Buffer.concat([PNG_START, Buffer.from(content)]);

const inspector: Inspector = {
  inspect: async (path) => {
    const bytes = await readFile(path);
    if (!bytes.subarray(0, PNG_START.length).equals(PNG_START))
      throw new Refusal('unprocessable_image', 'This is not an image that can be processed.');
    return { format: 'png', contentType: 'image/png', width: 1, height: 1, bytes: bytes.length };
  },
  close: async () => {},
};

/** The world with a real store on disk. */
export const worldWithPictures = async (t: TestContext, env: Record<string, string> = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-http-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const rest = worldInMemory(env);
  const objects = await openFilesystemStore({ dir, minFreeBytes: 0 });
  Object.assign(rest.world, { objects, inspector });
  return { ...rest, dir };
};
