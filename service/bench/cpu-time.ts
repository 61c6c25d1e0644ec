import { readdirSync, readFileSync } from 'node:fs';

// The kernel counts in ticks of 10 ms on every common Linux.
const MS_PER_TICK = 10;

type ProcessTimes = { pid: number; parent: number; name: string; ms: number };

/**
 * The CPU time of this process and all its descendants, including those that have ended. That is everything
 * that a bench has started, so only one subject at a time may be busy. Returns 0 without /proc.
 */
export const cpuMsUsed = (): number => cpuMsOf(() => true);

/** The CPU time of the descendants of this process, without the process itself. */
export const cpuMsOfChildren = (): number => cpuMsOf((pid) => pid !== process.pid);

/**
 * The CPU time of the living PostgreSQL processes among the descendants of this process. It is precise to
 * microseconds, because with many backends ticks of 10 ms would be too coarse.
 */
export const cpuMsOfPostgres = (): number => {
  if (process.platform !== 'linux') return 0;
  return descendants()
    .filter(({ name }) => name.startsWith('postgres'))
    .reduce((sum, { pid }) => sum + runtimeMs(pid), 0);
};

/** The CPU time of one process, in milliseconds; 0 when it has ended. */
export const cpuMsOfProcess = (pid: number): number => timesOf(String(pid))?.ms ?? 0;

const runtimeMs = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1_000_000;
  } catch {
    return 0;
  }
};

const cpuMsOf = (counts: (pid: number) => boolean): number => {
  if (process.platform !== 'linux') return 0;
  return descendants()
    .filter(({ pid }) => counts(pid))
    .reduce((sum, { ms }) => sum + ms, 0);
};

/** This process and all its descendants. */
const descendants = (): ProcessTimes[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times !== undefined);
  const ours = new Set([process.pid]);
  // Parents usually come before their children, but not always, so repeat until nothing is added.
  for (let size = 0; size !== ours.size; ) {
    size = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid));
};

const timesOf = (pid: string): ProcessTimes | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process name in parentheses may contain spaces and parentheses.
    const nameEnd = text.lastIndexOf(')');
    const name = text.slice(text.indexOf('(') + 1, nameEnd);
    const fields = text
      .slice(nameEnd + 2)
      .split(' ')
      .map(Number);
    const [parent = 0] = fields.slice(1);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return { pid: Number(pid), parent, name, ms: (user + system + endedUser + endedSystem) * MS_PER_TICK };
  } catch {
    return undefined;
  }
};
