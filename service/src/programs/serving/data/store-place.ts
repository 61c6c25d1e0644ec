import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../../../config.ts';
import { openFilesystemStore } from '../../../object-stores/filesystem.ts';
import { openPrivateFolder } from '../../../object-stores/private-files.ts';
import { readMarker, writeMarker } from '../../../object-stores/store-marker.ts';
import type { ObjectStore } from '../../../ports/images/object-store.ts';
import type { SystemAccount } from '../../../ports/system-account.ts';
import { StartError } from '../../../postgres/connection/start-error.ts';
import { unusableFolder } from './data-folder.ts';

/** The place of the images: a folder, or a bucket. */
export type StorePlace = {
  /** For messages, such as "The folder /data/objects". */
  name: string;
  /** Tells the operator what to do when the place has the wrong store. */
  advice: string;
  /** The identity of the store at this place; undefined if there is none. Rejects with a `StartError` if the place is unusable. */
  readId(): Promise<string | undefined>;
  /** Marks the place as a store with this identity. Creates the folder if necessary. */
  writeId(id: string): Promise<void>;
  open(id: string): Promise<ObjectStore>;
};

export const storePlace = (config: Config, owner: SystemAccount): StorePlace =>
  config.objects
    ? bucketPlace(config, config.objects, owner)
    : folderPlace(join(config.dataDir, 'objects'), config, owner);

/** The store at a place that is not the configured one: `s3://bucket/prefix`, or a folder. */
export const placeAt = (config: Config, place: string, owner: SystemAccount): StorePlace => {
  const { objects } = place.startsWith('s3://') ? readConfig({ DARKROOM_OBJECTS: place }) : {};
  return objects ? bucketPlace(config, objects, owner) : folderPlace(resolve(place), config, owner);
};

const folderPlace = (dir: string, { minFreeBytes }: Config, owner: SystemAccount): StorePlace => {
  const usable = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch((cause) => {
      throw unusableFolder(dir, cause);
    });
  return {
    name: `The folder ${dir}`,
    advice: 'Mount the shared folder there, or set DARKROOM_DATA_DIR.',
    readId: () => usable(() => readMarker(dir)),
    writeId: (id) => usable(async () => writeMarker(openPrivateFolder(dir, owner), id)),
    open: (id) => usable(() => openFilesystemStore({ dir, minFreeBytes, owner, id })),
  };
};

const bucketPlace = (
  config: Config,
  objects: { bucket: string; prefix: string },
  owner: SystemAccount,
): StorePlace => {
  const bucket = { ...objects, endpoint: config.s3Endpoint, timeoutMs: config.s3TimeoutMs };
  // Loaded only here: most installations keep their images in a folder.
  const marker = async () => (await import('../../../object-stores/s3-bucket.ts')).s3Marker(bucket);
  const usable = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch((cause: Error) => {
      throw new StartError(cause.message, { cause });
    });
  return {
    name: `The bucket ${objects.bucket}`,
    advice: 'Check DARKROOM_OBJECTS.',
    readId: () => usable(async () => (await marker()).read()),
    writeId: (id) => usable(async () => (await marker()).write(id)),
    open: async (id) =>
      (await import('../../../object-stores/s3.ts')).openS3Store({
        ...bucket,
        dir: join(config.dataDir, 'object-cache'),
        maxCacheBytes: config.objectCacheBytes,
        minFreeBytes: config.minFreeBytes,
        owner,
        id,
      }),
  };
};
