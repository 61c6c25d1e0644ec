import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

/**
 * Whether a living process is a PostgreSQL of this folder. A pid file alone proves nothing: the id may have been given
 * to another program since, or belong to a dead process that nobody has reaped.
 */
export const runsHere = async (pid: number, folder: string): Promise<boolean> => {
  if (process.platform !== 'linux') return isPostgres(pid);
  try {
    // A server's working directory is its data folder, and a dead process has none.
    const [name, where] = [await readFile(`/proc/${pid}/comm`, 'utf8'), await readlink(`/proc/${pid}/cwd`)];
    return name.trim() === 'postgres' && where === folder;
  } catch {
    return false;
  }
};

const isPostgres = async (pid: number): Promise<boolean> => {
  const found = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'stat=,comm=']).catch(
    () => undefined,
  );
  const [, state, program] = /^\s*(\S+)\s+(.*)$/.exec(found?.stdout.trim() ?? '') ?? [];
  return state !== undefined && !state.startsWith('Z') && basename(program ?? '') === 'postgres';
};

/** What a killed server leaves: its children keep the shared memory, and a new server refuses to start beside it. */
export const leftovers = async (folder: string): Promise<number[]> => {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const here = await Promise.all(pids.map((pid) => runsHere(pid, folder)));
  return pids.filter((_, index) => here[index]);
};

export const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Already gone is as good as told.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};
