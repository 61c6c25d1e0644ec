import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The resident memory of a process in bytes; undefined when the process has ended. */
export const residentBytes = async (pid: number): Promise<number | undefined> => {
  try {
    const kibibytes =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
        : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim();
    return kibibytes ? Number(kibibytes) * 1024 : undefined;
  } catch {
    return undefined;
  }
};
