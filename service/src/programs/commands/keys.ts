import type { Config } from '../../config.ts';
import { rotateKeys } from '../../operations/oauth/rotate-keys.ts';
import { signingKeysIn } from '../../postgres/people/signing-keys.ts';
import { withDatabase } from '../serving/foundation.ts';

/** Rotates the key that signs access tokens. */
export const keysProgram = async (config: Config, [verb]: string[]): Promise<number> => {
  if (verb !== 'rotate') {
    console.error('Usage: darkroom keys rotate');
    return 2;
  }
  // Safe while the service runs: the database notifies its processes of the new key.
  const { kid, overlapSeconds } = await withDatabase(config, (database) =>
    rotateKeys(signingKeysIn(database)),
  );
  console.log(`Access tokens are signed with the key ${kid} from now on.`);
  console.log(
    `Tokens signed with the previous key stay valid for ${Math.round(overlapSeconds / 60)} minutes.`,
  );
  return 0;
};
