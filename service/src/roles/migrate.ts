import type { Config } from '../config.ts';
import { migrate } from '../postgres/migrate.ts';
import { visitDatabase } from './foundation.ts';

export const migrateRole = async (config: Config): Promise<number> => {
  await visitDatabase(config, migrate);
  console.log('The database is up to date.');
  return 0;
};
