import { hash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { RegionFinder } from '../../../src/components/definition/component.ts';
import type { Pixels, Region } from '../../../src/matting/cutout.ts';
import { BACKGROUNDS, type Composite, compose, type SceneRef } from './compose.ts';
import { loadStamps, type Stamp } from './objects.ts';
import { CORPUS, fetchPackages } from './packages.ts';

/**
 * All scenes of a set: every object before every background, usual and hard. They are shuffled by a hash, so that the
 * first ones are a fair sample.
 */
export const scenesOf = async (set: Stamp['set']): Promise<SceneRef[]> => {
  fetchPackages();
  const stamps = (await loadStamps()).filter((stamp) => stamp.set === set);
  const scenes = [false, true].flatMap((hard) =>
    stamps.flatMap((stamp) =>
      BACKGROUNDS.map((background) => ({
        id: `${stamp.name.replaceAll('/', '_').replace('.png', '')}-${background}${hard ? '-hard' : ''}`,
        stamp,
        background,
        hard,
      })),
    ),
  );
  const place = ({ id }: SceneRef) => hash('sha256', id);
  return scenes.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
};

/** A scene in memory, with the output of the network. */
export type LoadedScene = Composite & { pixels: Pixels; alpha: Float32Array; region: Region };

/** Loads a scene. The network's output is kept on disk, so that only the first run pays for it. */
export const loadScene = async (
  ref: SceneRef,
  model: RegionFinder,
  squareOf: (pixels: Pixels) => Uint8Array,
): Promise<LoadedScene> => {
  const composite = await compose(ref);
  const { data, info } = await sharp(composite.image).raw().toBuffer({ resolveWithObject: true });
  const truth = await sharp(composite.truth).extractChannel(0).raw().toBuffer();
  const pixels: Pixels = { width: info.width, height: info.height, channels: 3, data: new Uint8Array(data) };
  const region = await regionOf(ref.id, model, () => squareOf(pixels));
  return { ...composite, pixels, region, alpha: Float32Array.from(truth, (level) => level / 255) };
};

const regionOf = async (id: string, model: RegionFinder, square: () => Uint8Array): Promise<Region> => {
  const folder = join(CORPUS, `regions-${model.size}`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.f32`);
  if (!existsSync(path)) {
    const { data } = await model.find(square());
    await writeFile(path, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  const bytes = await readFile(path);
  return {
    width: model.size,
    height: model.size,
    data: new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)),
  };
};
