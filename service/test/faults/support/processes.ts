import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Process = { pid: number; parent: number; title: string };

const allProcesses = (): Process[] => {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
      .filter((found) => found !== null)
      .map(([, pid, parent, title]) => ({ pid: Number(pid), parent: Number(parent), title: title ?? '' }));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const title = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), title }];
      } catch {
        // The process ended while it was being read.
        return [];
      }
    });
};

/** The child processes of a process, without their own children. */
export const childProcessesOf = (parent: number): Process[] =>
  allProcesses().filter((one) => one.parent === parent);

/**
 * The processes of a service that open images: lanes and, when the service serves the API, one that only reads
 * headers.
 */
export const imageProcessesOf = (service: number): number[] =>
  childProcessesOf(service)
    .filter(({ title }) => /^darkroom lane|lane-process\.js/.test(title))
    .map(({ pid }) => pid);

/** The processes of a service that open images and are ready for work. */
export const readyImageProcessesOf = (service: number): number[] =>
  childProcessesOf(service)
    .filter(({ title }) => title.startsWith('darkroom lane'))
    .map(({ pid }) => pid);

const TICKS_PER_SECOND = 100;

/** Processor time that a process has used, or undefined when it is gone. */
export const cpuMsOf = (pid: number): number | undefined => {
  try {
    if (process.platform !== 'linux') {
      const time = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });
      return time.split(':').reduce((total, part) => total * 60 + Number(part), 0) * 1000;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return ((Number(user) + Number(system)) / TICKS_PER_SECOND) * 1000;
  } catch {
    return undefined;
  }
};

/** The main process of the embedded database server in a data folder. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

/**
 * The main process of the database server and the processes of its connections: stopped together, they look like
 * a database that hangs.
 */
export const serverProcessesOf = (dataDir: string): number[] => {
  const postmaster = postmasterOf(dataDir);
  return [postmaster, ...childProcessesOf(postmaster).map(({ pid }) => pid)];
};

export const isAlive = (pid: number): boolean => allProcesses().some((one) => one.pid === pid);

/** Sends a signal to each process, except for those that have just ended. */
export const signal = (pids: number | number[], name: NodeJS.Signals): void => {
  for (const pid of [pids].flat())
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
};
