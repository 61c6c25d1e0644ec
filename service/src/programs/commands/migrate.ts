import type { Config } from '../../config.ts';
import { migrate } from '../../postgres/connection/migrate.ts';
import { prepareDataFolder } from '../serving/data/data-folder.ts';
import { adoptStore, claimStore } from '../serving/data/open-store.ts';
import { visitAnySchema } from '../serving/foundation.ts';
import { reportLine } from '../serving/report.ts';

const ADOPT = '--adopt-store';

/** Updates the database schema, and makes the image store of a new installation. */
export const migrateProgram = async (config: Config, given: string[]): Promise<number> => {
  const unknown = given.find((argument) => argument !== ADOPT);
  if (unknown) {
    console.error(`migrate does not know "${unknown}". Its only option is ${ADOPT}.`);
    return 2;
  }
  const owner = await prepareDataFolder(config);
  await visitAnySchema(config, async (database) => {
    await migrate(database, { report: reportLine });
    await (given.length > 0 ? adoptStore : claimStore)({ config, database, owner });
  });
  console.log('The database is up to date.');
  return 0;
};
