import type { Config } from '../config.ts';
import { rotateKeys } from '../operations/rotate-keys.ts';
import { runningServerUrl } from '../postgres/embedded/running-server.ts';
import { signingKeysIn } from '../postgres/signing-keys/signing-keys.ts';
import { openFoundation } from './foundation.ts';

export const keysRole = async (config: Config, [verb]: string[]): Promise<number> => {
  if (verb !== 'rotate') {
    console.error('Usage: darkroom keys rotate');
    return 2;
  }
  // A service that runs on the data folder keeps it locked, and its server is the one that is meant.
  const databaseUrl = config.databaseUrl ?? (await runningServerUrl(config.dataDir));
  const foundation = await openFoundation({ ...config, databaseUrl });
  const { kid, overlapSeconds } = await rotateKeys(signingKeysIn(foundation.database)).finally(
    foundation.close,
  );
  console.log(`Access tokens are signed with the key ${kid} from now on.`);
  console.log(`Those of the key before stay valid for ${Math.round(overlapSeconds / 60)} minutes.`);
  return 0;
};
