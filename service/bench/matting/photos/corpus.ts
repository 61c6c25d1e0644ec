import { hash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { RegionFinder } from '../../../src/components/definition/component.ts';
import { squareOf } from '../../../src/matting/model/model-tensors.ts';
import type { Region } from '../../../src/matting/region.ts';
import { workImageOf } from '../../../src/matting/work-image.ts';
import type { Pixels } from '../../../src/pixels/pixels.ts';
import { BACKGROUNDS, type Composite, compose, type SceneRef } from './compose.ts';
import { DIFFICULTIES } from './difficulties.ts';
import { CORPUS, fetchPackages } from './packages.ts';
import { loadStamps, type Stamp } from './stamps.ts';

/**
 * All scenes of a set: every object on every background, and every object with every difficulty on one of the
 * backgrounds. They are shuffled by a hash, so that the first ones are a fair sample.
 */
export const scenesOf = async (set: Stamp['set']): Promise<SceneRef[]> => {
  fetchPackages();
  const others = (await loadStamps()).filter((stamp) => stamp.set === set);
  const scenes = others.flatMap((stamp) => {
    const name = stamp.name.replaceAll('/', '_').replace('.png', '');
    const usual = BACKGROUNDS.map((background) => ({
      id: `${name}-${background}`,
      stamp,
      background,
      others,
    }));
    const hard = DIFFICULTIES.map((difficulty, n) => {
      const start = hash('sha256', name, 'buffer')[1]!;
      const background = BACKGROUNDS[(start + n) % BACKGROUNDS.length]!;
      return { id: `${name}-${background}-${difficulty}`, stamp, background, difficulty, others };
    });
    return [...usual, ...hard];
  });
  const place = ({ id }: SceneRef) => hash('sha256', id);
  return scenes.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
};

/** A scene in memory, with the output of the network. */
export type LoadedScene = Composite & { pixels: Pixels; alpha: Float32Array; region: Region };

/** Loads a scene. The network's output is cached on disk, so that only the first run pays for it. */
export const loadScene = async (ref: SceneRef, model: RegionFinder): Promise<LoadedScene> => {
  const composite = await compose(ref);
  const { data, info } = await sharp(composite.image).raw().toBuffer({ resolveWithObject: true });
  const truth = await sharp(composite.truth).extractChannel(0).raw().toBuffer();
  const pixels: Pixels = { width: info.width, height: info.height, channels: 3, data: new Uint8Array(data) };
  const find = () => model.find(squareOf(workImageOf(pixels), model.size));
  const region = await cachedRegion(`${ref.id}`, `regions-${model.size}`, find);
  return { ...composite, pixels, region, alpha: Float32Array.from(truth, (level) => level / 255) };
};

/** Reads a region from the cache on disk. If it is missing, finds and stores it. */
export const cachedRegion = async (
  id: string,
  kind: string,
  find: () => Promise<Region>,
): Promise<Region> => {
  const folder = join(CORPUS, kind);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.f32`);
  if (!existsSync(path)) {
    const { data } = await find();
    // Writes under another name first, because two runs may make the same file.
    await writeFile(`${path}.${process.pid}`, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    await rename(`${path}.${process.pid}`, path);
  }
  const bytes = await readFile(path);
  const data = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const side = Math.sqrt(data.length);
  return { width: side, height: side, data };
};
