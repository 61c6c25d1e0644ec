import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

/**
 * True when the process is alive and is a PostgreSQL server of this folder. A pid file alone proves nothing: the id may
 * have been reused by another program, or belong to a dead process that was not reaped.
 */
export const isServerOf = async (pid: number, folder: string): Promise<boolean> => {
  if (process.platform !== 'linux') return isPostgres(pid);
  const status = await readStatus(pid);
  if (status?.['Name'] !== 'postgres' || status['State']?.startsWith('Z')) return false;
  try {
    // A server's working directory is its data folder.
    return (await readlink(`/proc/${pid}/cwd`)) === folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
    // Root in a container may be unable to read another user's processes, but can see who owns them.
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
 * Finds the children that a killed server left behind. They keep its shared memory, and a new server refuses to start
 * meanwhile. Most exit by themselves at once, but one in the middle of a long statement does not.
 */
export const orphanedChildren = async (folder: string): Promise<number[]> => {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => (await isServerOf(pid, folder)) && (await isOrphanedChild(pid))),
  );
  return pids.filter((_, index) => found[index]);
};

/** True for a child whose server is gone. Children show a title instead of a command line. */
const isOrphanedChild = async (pid: number): Promise<boolean> => {
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const parent = await readStatus(Number((await readStatus(pid))?.['PPid']));
  return title.startsWith('postgres:') && parent?.['Name'] !== 'postgres';
};

export const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process is already gone.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};
