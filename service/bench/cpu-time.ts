import { readdirSync, readFileSync } from 'node:fs';

// The kernel counts in ticks of 10 ms on every common Linux.
const MS_PER_TICK = 10;

type ProcessTimes = { pid: number; parent: number; ms: number };

/**
 * The CPU time of this process and all its descendants, including those that have ended. It covers everything that a bench
 * started, of which only one subject at a time is busy. Returns 0 without /proc.
 */
export const cpuMsUsed = (): number => cpuMsOf(() => true);

/** The CPU time of the descendants of this process, without the process itself. */
export const cpuMsOfChildren = (): number => cpuMsOf((pid) => pid !== process.pid);

const cpuMsOf = (counts: (pid: number) => boolean): number => {
  if (process.platform !== 'linux') return 0;
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
  return all.filter(({ pid }) => ours.has(pid) && counts(pid)).reduce((sum, { ms }) => sum + ms, 0);
};

const timesOf = (pid: string): ProcessTimes | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The process name in parentheses may contain spaces and parentheses.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0] = fields.slice(1);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return { pid: Number(pid), parent, ms: (user + system + endedUser + endedSystem) * MS_PER_TICK };
  } catch {
    return undefined;
  }
};
