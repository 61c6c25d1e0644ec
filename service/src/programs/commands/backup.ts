import { copyFile, mkdir, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Config } from '../../config.ts';
import { copyStoreFolder } from '../../object-stores/copy-store-folder.ts';
import { readMarker, whyNotStore, writeMarker } from '../../object-stores/store-marker.ts';
import { apiKeyPath } from '../../operations/installation/api-key-file.ts';
import { openDatabase } from '../../postgres/connection/database.ts';
import { StartError } from '../../postgres/connection/start-error.ts';
import { backUpCluster } from '../../postgres/embedded/cluster-backup.ts';
import { connectOrStartEmbeddedServer } from '../../postgres/embedded/embedded-server.ts';
import { findStoreId } from '../../postgres/store-id.ts';
import { openDataFolder } from '../serving/data/data-folder.ts';
import { reportWarning } from '../serving/report.ts';

const MANIFEST = 'backup.json';
const FORMAT = 1;
const DATABASE = /^database-/;

/** The manifest of a backup. It is written last: until then, the earlier backup is the valid one. */
export type Manifest = {
  format: number;
  takenAt: string;
  /** The folder with the database. */
  database: string;
  /** Number of images in `objects/`; null when the images are in a bucket. */
  objects: number | null;
};

/** Backs up the database and then the images, so that every image to which the database refers is in the backup. */
export const backupProgram = async (config: Config, [given, ...more]: string[]): Promise<number> => {
  if (given === undefined || given.startsWith('-') || more.length > 0) {
    console.error('Usage: darkroom backup <folder>');
    return 2;
  }
  if (config.databaseUrl)
    throw new StartError(
      'darkroom backup is for the embedded database. Back up the database of DATABASE_URL with its own tools, then the images; docs/operating.md has the commands.',
    );
  const to = await openTarget(given, openDataFolder(config.dataDir));
  const takenAt = new Date().toISOString();
  const database = `database-${takenAt.replaceAll(':', '-')}`;
  await backUpDatabase(config, join(to, database));
  const copied = config.objects ? undefined : await backUpImages(config.dataDir, to);
  await writeManifest(to, { format: FORMAT, takenAt, database, objects: copied?.objects ?? null });
  await removeEarlier(to, database);
  await copied?.removeOthers();
  console.log(
    copied
      ? `The backup in ${to} is complete: the database, and ${copied.objects} images, of which ${copied.copied} were copied now.`
      : `The backup in ${to} has the database. The images are in the bucket ${config.objects?.bucket}: protect them there.`,
  );
  return 0;
};

const openTarget = async (given: string, dataDir: string): Promise<string> => {
  const named = resolve(given);
  if (`${named}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new StartError(
      `The folder ${named} is in the data folder. Name one outside, best on another disk or machine.`,
    );
  await mkdir(named, { recursive: true, mode: 0o700 });
  const folder = await realpath(named);
  const names = await readdir(folder);
  const isOurs = (name: string) => [MANIFEST, 'objects', 'api-key'].includes(name) || DATABASE.test(name);
  const strange = names.find((name) => !isOurs(name));
  if (strange)
    throw new StartError(
      `The folder ${folder} has other files, such as ${strange}. Name an empty folder, or one with an earlier backup.`,
    );
  return folder;
};

const backUpDatabase = async (config: Config, to: string): Promise<void> => {
  const server = await connectOrStartEmbeddedServer({ dataDir: config.dataDir, report: reportWarning });
  try {
    if (!config.objects) await checkStore(server.url, join(config.dataDir, 'objects'));
    await backUpCluster({ url: server.url, folder: join(config.dataDir, 'postgres'), to });
  } finally {
    await server.stop();
  }
};

/**
 * Refuses a folder that is not the image store of this database. When the store's disk is not mounted, the
 * folder looks like an empty store, and its backup would delete the images of the earlier backup.
 */
const checkStore = async (url: string, objects: string): Promise<void> => {
  const database = openDatabase(url, { connections: 1 });
  try {
    const id = await findStoreId(database);
    const reason = id
      ? await whyNotStore(objects, id)
      : 'The database has no image store yet, so there is nothing to back up. Start the service once.';
    if (reason) throw new StartError(reason);
  } finally {
    await database.close();
  }
};

const backUpImages = async (dataDir: string, to: string) => {
  const [from, target] = [join(dataDir, 'objects'), join(to, 'objects')];
  const copied = await copyStoreFolder(from, target);
  await writeMarker(target, (await readMarker(from)) as string);
  await copyIfExists(apiKeyPath(dataDir), join(to, 'api-key'));
  return copied;
};

/** Copies the file with the administrator's key. There is no file when the key comes from a setting. */
export const copyIfExists = async (from: string, to: string): Promise<void> => {
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
};

const writeManifest = async (to: string, manifest: Manifest): Promise<void> => {
  const draft = join(to, `${manifest.database}.json`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(to, MANIFEST));
  const folder = await open(to);
  await folder.sync().finally(() => folder.close());
};

/** Removes the databases of earlier and of interrupted backups. */
const removeEarlier = async (to: string, current: string): Promise<void> => {
  for (const name of await readdir(to))
    if (DATABASE.test(name) && name !== current) await rm(join(to, name), { recursive: true, force: true });
};

/** Reads the manifest of a backup. Refuses a folder without a complete backup. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const path = join(folder, MANIFEST);
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new StartError(
      `The folder ${folder} has no complete backup: ${path} cannot be read (${cause.message}). Name the folder that was given to darkroom backup.`,
    );
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== FORMAT)
    throw new StartError(
      `The backup in ${folder} has the format ${manifest.format}, and this version reads format ${FORMAT}. Restore it with the version that made it.`,
    );
  return manifest;
};
