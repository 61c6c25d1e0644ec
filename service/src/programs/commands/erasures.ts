import type { Config } from '../../config.ts';
import { replayErasures } from '../../operations/retention/erase.ts';
import { erasuresIn } from '../../postgres/retention/erasures.ts';
import { openStoreForCommand } from '../serving/data/open-store.ts';
import { withDatabase } from '../serving/foundation.ts';

/** Runs after a restore. Repeats the deletions that were requested since the backup was made. */
export const erasuresProgram = async (config: Config, [verb, ...more]: string[]): Promise<number> => {
  if (verb !== 'replay' || more.length > 0) {
    console.error('Usage: darkroom erasures replay');
    return 2;
  }
  const repeated = await withDatabase(config, async (database) => {
    const objects = await openStoreForCommand(config, database);
    return replayErasures({ erasures: erasuresIn(database), objects });
  });
  console.log(`Deletions that were repeated: ${repeated}.`);
  return 0;
};
