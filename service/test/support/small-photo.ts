import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { openFolder, SAMPLES } from '../components/sample-images.ts';

const WIDTH = 480;

const folder = openFolder().file();
mkdirSync(folder);

/**
 * Makes a small copy of a sample photo under the same name, because cutting out the full-size photo takes
 * seconds.
 */
export const smallPhoto = async (name: string, into = folder): Promise<string> => {
  const path = join(into, name);
  await sharp(join(SAMPLES, name)).resize(WIDTH).toFile(path);
  return path;
};
