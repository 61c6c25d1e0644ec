import type { Config } from '../../config.ts';
import { migrate } from '../../postgres/connection/migrate.ts';
import { prepareDataFolder } from '../serving/data/data-folder.ts';
import { adoptStore, ensureStoreId } from '../serving/data/open-store.ts';
import { withDatabaseOfAnySchema } from '../serving/foundation.ts';
import { reportWarning } from '../serving/report.ts';

const ADOPT = '--adopt-store';

/** Updates the database schema, and makes the image store of a new installation. */
export const migrateProgram = async (config: Config, given: string[]): Promise<number> => {
  const unknown = given.find((argument) => argument !== ADOPT);
  if (unknown) {
    console.error(`migrate does not know "${unknown}". Its only option is ${ADOPT}.`);
    return 2;
  }
  const owner = await prepareDataFolder(config);
  await withDatabaseOfAnySchema(config, async (database) => {
    await migrate(database, { report: reportWarning });
    await (given.length > 0 ? adoptStore : ensureStoreId)({ config, database, owner });
  });
  console.log('The database is up to date.');
  return 0;
};
