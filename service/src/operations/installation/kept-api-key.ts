import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;
const KEY = /^[\x21-\x7e]{32,}$/;

export const apiKeyPath = (dataDir: string): string => join(dataDir, 'api-key');

/** The API key in the data folder; made at the first call, and the same ever after. */
export const keptApiKey = async (dataDir: string): Promise<string> => {
  const path = apiKeyPath(dataDir);
  const kept = await readIfThere(path);
  if (kept === undefined) return keepNewApiKey(dataDir);
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

/** Makes a new key and keeps it in place of an earlier one. */
export const keepNewApiKey = async (dataDir: string): Promise<string> => {
  const path = apiKeyPath(dataDir);
  const key = `dk_${randomBytes(KEY_BYTES).toString('base64url')}`;
  await mkdir(dataDir, { recursive: true });
  // Written aside and renamed: a start that is cut short leaves no half key behind.
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
