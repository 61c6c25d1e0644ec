import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;
const KEY = /^[\x21-\x7e]{32,}$/;

/** The API key in the data folder; made at the first call, and the same ever after. */
export const keptApiKey = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'api-key');
  const kept = await readIfThere(path);
  if (kept === undefined) return keepNew(dataDir, path);
  if (!KEY.test(kept)) throw new Error(`${path} does not hold an API key. Remove it to have a new one made.`);
  return kept;
};

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

// Written aside and renamed: a start that is cut short leaves no half key behind.
const keepNew = async (dataDir: string, path: string): Promise<string> => {
  const key = `dk_${randomBytes(KEY_BYTES).toString('base64url')}`;
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(key);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  return key;
};
