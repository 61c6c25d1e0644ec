import type { Config } from '../config.ts';
import { migrate } from '../postgres/migrate.ts';
import { visitDatabase } from './foundation.ts';

export const migrateRole = async (config: Config): Promise<number> => {
  const { database, close } = await visitDatabase(config);
  await migrate(database).finally(close);
  console.log('The database is up to date.');
  return 0;
};
