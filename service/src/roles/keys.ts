import type { Config } from '../config.ts';
import { rotateKeys } from '../operations/rotate-keys.ts';
import { signingKeysIn } from '../postgres/signing-keys/signing-keys.ts';
import { StartError } from '../postgres/start-error.ts';
import { visitDatabase } from './foundation.ts';

const UNDEFINED_TABLE = '42P01';

export const keysRole = async (config: Config, [verb]: string[]): Promise<number> => {
  if (verb !== 'rotate') {
    console.error('Usage: darkroom keys rotate');
    return 2;
  }
  // The database of a service that runs may be changed all the same.
  const { database, close } = await visitDatabase(config);
  const { kid, overlapSeconds } = await rotateKeys(signingKeysIn(database))
    .catch((cause: { code?: unknown }) => {
      if (cause.code !== UNDEFINED_TABLE) throw cause;
      throw new StartError('The database is not up to date. Run the role migrate first.', { cause });
    })
    .finally(close);
  console.log(`Access tokens are signed with the key ${kid} from now on.`);
  console.log(`Those of the key before stay valid for ${Math.round(overlapSeconds / 60)} minutes.`);
  return 0;
};
