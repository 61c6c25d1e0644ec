import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

/**
 * Whether a living process is a PostgreSQL of this folder. A pid file alone proves nothing: the id may have been given
 * to another program since, or belong to a dead process that nobody has reaped.
 */
export const runsHere = async (pid: number, folder: string): Promise<boolean> => {
  if (process.platform !== 'linux') return isPostgres(pid);
  const status = await readStatus(pid);
  if (status?.['Name'] !== 'postgres' || status['State']?.startsWith('Z')) return false;
  try {
    // A server's working directory is its data folder.
    return (await readlink(`/proc/${pid}/cwd`)) === folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
    // A container's root may not look into another user's processes, but sees whose they are.
    const { uid } = await stat(folder);
    return status['Uid']?.split('\t')[0] === String(uid);
  }
};

const readStatus = async (pid: number): Promise<Record<string, string> | undefined> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  return text && Object.fromEntries(text.split('\n').map((line) => line.split(/:\s*(.*)/, 2)));
};

const isPostgres = async (pid: number): Promise<boolean> => {
  const found = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'stat=,comm=']).catch(
    () => undefined,
  );
  const [, state, program] = /^\s*(\S+)\s+(.*)$/.exec(found?.stdout.trim() ?? '') ?? [];
  return state !== undefined && !state.startsWith('Z') && basename(program ?? '') === 'postgres';
};

/**
 * What a killed server leaves: its children keep the shared memory, and a new server refuses to start beside it. Most
 * notice at once; one in the middle of a long statement does not.
 */
export const leftovers = async (folder: string): Promise<number[]> => {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => (await runsHere(pid, folder)) && (await isOrphanedChild(pid))),
  );
  return pids.filter((_, index) => found[index]);
};

/** A server's children show a title in place of their command line, and have the server as their parent. */
const isOrphanedChild = async (pid: number): Promise<boolean> => {
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const parent = await readStatus(Number((await readStatus(pid))?.['PPid']));
  return title.startsWith('postgres:') && parent?.['Name'] !== 'postgres';
};

export const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Already gone is as good as told.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};
