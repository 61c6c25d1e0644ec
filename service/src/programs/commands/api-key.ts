import { access } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { apiKeyPath } from '../../operations/installation/api-key-file.ts';

/** Prints the path of the file with the administrator's API key, never the key itself. */
export const apiKeyProgram = async (config: Config): Promise<number> => {
  if (config.apiKey !== undefined) {
    console.log('The API key is the value of DARKROOM_API_KEY. It is not stored in a file.');
    return 0;
  }
  const path = apiKeyPath(config.dataDir);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) console.log(path);
  else console.error(`There is no API key yet. The first start creates one and stores it in ${path}.`);
  return isThere ? 0 : 1;
};
