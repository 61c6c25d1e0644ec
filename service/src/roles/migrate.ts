import type { Config } from '../config.ts';
import { openFoundation } from './foundation.ts';

export const migrateRole = async (config: Config): Promise<number> => {
  const foundation = await openFoundation(config);
  await foundation.close();
  console.log('The database is up to date.');
  return 0;
};
