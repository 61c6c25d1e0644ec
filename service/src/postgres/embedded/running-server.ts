import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE, OWNER } from './cluster.ts';
import { PORT } from './settings.ts';

/** Where the embedded server of a service that runs on this data folder listens; undefined when none does. */
export const runningServerUrl = async (dataDir: string): Promise<string | undefined> => {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const [socketFolder, state] = [lines[4], lines[7]];
  return socketFolder && state === 'ready' ? serverUrl(socketFolder) : undefined;
};

// The host parameter is what counts; a name before the path only makes it a URL that every parser takes.
export const serverUrl = (socketFolder: string): string =>
  `postgresql://${OWNER}@localhost:${PORT}/${DATABASE}?host=${encodeURIComponent(socketFolder)}`;
