import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { residentBytes } from '../../src/processes/resident-bytes.ts';

/** The processes that a process has started and that still run. */
export const childrenOf = (pid = process.pid): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, state = 'Z', command]) =>
        Number(parent) === pid && !state.startsWith('Z') && command !== 'ps',
    )
    .map(([child]) => Number(child));

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Waits for a state that no event reports, at most ten seconds. */
export const until = async (what: string, holds: () => boolean): Promise<void> => {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (holds()) return;
    await wait(20);
  }
  throw new Error(`waited in vain until ${what}`);
};

/** Waits until a process that was idle works on something large, which needs 10 MiB more memory. */
export const untilBusy = async (pid: number): Promise<void> => {
  const idle = (await residentBytes(pid)) ?? 0;
  await untilLarger(pid, idle + 10 * 1024 * 1024);
};

export const untilLarger = async (pid: number, bytes: number): Promise<void> => {
  let now = 0;
  await until('the process is at work', () => {
    void residentBytes(pid).then((resident) => {
      now = resident ?? 0;
    });
    return now > bytes;
  });
};
