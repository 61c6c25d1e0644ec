import type { Config } from '../../config.ts';
import { migrate } from '../../postgres/connection/migrate.ts';
import { visitDatabase } from '../serving/foundation.ts';

/** Updates the database schema. */
export const migrateProgram = async (config: Config): Promise<number> => {
  await visitDatabase(config, migrate);
  console.log('The database is up to date.');
  return 0;
};
