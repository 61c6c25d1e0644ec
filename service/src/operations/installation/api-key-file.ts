import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;
const KEY = /^[\x21-\x7e]{32,}$/;

export const apiKeyPath = (dataDir: string): string => join(dataDir, 'api-key');

/** Reads the API key from the data folder. The first call generates it. */
export const readOrCreateApiKey = async (dataDir: string): Promise<string> => {
  const path = apiKeyPath(dataDir);
  const kept = await readIfThere(path);
  if (kept === undefined) return writeNewApiKey(dataDir);
  if (!KEY.test(kept))
    throw new Error(`${path} contains no API key. Remove it, and start again to get a new key.`);
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

/** Generates a new key and replaces the stored one. */
export const writeNewApiKey = async (dataDir: string): Promise<string> => {
  const path = apiKeyPath(dataDir);
  const key = `dk_${randomBytes(KEY_BYTES).toString('base64url')}`;
  await mkdir(dataDir, { recursive: true });
  // Write a temporary file and rename it, so that an interrupted start leaves no partial key.
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
