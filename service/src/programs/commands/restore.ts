import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { copyStoreFolder } from '../../object-stores/copy-store-folder.ts';
import { readMarker, writeMarker } from '../../object-stores/store-marker.ts';
import { apiKeyPath } from '../../operations/installation/api-key-file.ts';
import { replayErasures } from '../../operations/retention/erase.ts';
import { booksIn } from '../../postgres/books.ts';
import type { Database } from '../../postgres/connection/database.ts';
import { migrate } from '../../postgres/connection/migrate.ts';
import { StartError } from '../../postgres/connection/start-error.ts';
import { restoreCluster } from '../../postgres/embedded/cluster-backup.ts';
import { erasuresIn } from '../../postgres/retention/erasures.ts';
import { openDataFolder } from '../serving/data/data-folder.ts';
import { openStoreForCommand } from '../serving/data/open-store.ts';
import { withDatabaseOfAnySchema } from '../serving/foundation.ts';
import { reportWarning } from '../serving/report.ts';
import { copyIfExists, readManifest } from './backup.ts';

/**
 * Restores a backup made by `darkroom backup` into an empty data folder. Then migrates its database, and checks the stored
 * data for contradictions.
 */
export const restoreProgram = async (config: Config, [given, ...more]: string[]): Promise<number> => {
  if (given === undefined || given.startsWith('-') || more.length > 0) {
    console.error('Usage: darkroom restore <folder>');
    return 2;
  }
  if (config.databaseUrl)
    throw new StartError(
      'darkroom restore is for the embedded database. Restore the database of DATABASE_URL with its own tools; docs/operating.md has the commands.',
    );
  const from = resolve(given);
  const { takenAt, database, objects } = await readManifest(from);
  const dataDir = openDataFolder(config.dataDir);
  await refuseUnlessEmpty(dataDir);
  const cluster = await restoreCluster(join(from, database), dataDir);
  if (objects !== null) await restoreImages(from, dataDir);
  await copyIfExists(join(from, 'api-key'), apiKeyPath(dataDir));
  await cluster.finish();
  const findings = await withDatabaseOfAnySchema(config, (restored) => completeDatabase(config, restored));
  for (const { rule, count, sample } of findings)
    console.log(`Not true: ${rule}. Cases: ${count}, for example ${sample}`);
  console.log(
    `The backup of ${takenAt} is restored in ${dataDir}.${findings.length === 0 ? ' The books are in order.' : ''}`,
  );
  return findings.length === 0 ? 0 : 1;
};

/** The folder may contain files that the service can recreate, such as its compile cache, but no database or images. */
const refuseUnlessEmpty = async (dataDir: string): Promise<void> => {
  for (const name of ['postgres', 'objects']) {
    const isThere = await readdir(join(dataDir, name)).then(
      (names) => names.length > 0,
      () => false,
    );
    if (isThere)
      throw new StartError(
        `The data folder ${dataDir} already has ${name}/. Set DARKROOM_DATA_DIR to an empty folder, or move this one away.`,
      );
  }
};

const restoreImages = async (from: string, dataDir: string): Promise<void> => {
  const [source, target] = [join(from, 'objects'), join(dataDir, 'objects')];
  await copyStoreFolder(source, target);
  const id = await readMarker(source);
  if (id) await writeMarker(target, id);
};

/**
 * Migrates the restored database to this version's schema. Then repeats the erasures that happened after the
 * backup, before anything is served. Returns the contradictions in the books.
 */
const completeDatabase = async (config: Config, database: Database) => {
  await migrate(database, { report: reportWarning });
  const objects = await openStoreForCommand(config, database);
  await replayErasures({ erasures: erasuresIn(database), objects });
  return booksIn(database).findContradictions();
};
