import { access } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { apiKeyPath } from '../../operations/installation/kept-api-key.ts';

/** Prints where the administrator's API key is kept, and never the key itself. */
export const apiKeyProgram = async (config: Config): Promise<number> => {
  if (config.apiKey !== undefined) {
    console.log('The API key is the value of DARKROOM_API_KEY. It is kept in no file.');
    return 0;
  }
  const path = apiKeyPath(config.dataDir);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) console.log(path);
  else console.error(`There is no API key yet. The first start makes one and keeps it in ${path}.`);
  return isThere ? 0 : 1;
};
