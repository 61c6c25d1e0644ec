import { spawn } from 'node:child_process';
import type { SystemAccount } from '../../ports/system-account.ts';
import { StartError } from '../connection/start-error.ts';

/** A clean environment: the caller's PG* variables and locale must not reach the server. */
export const TOOL_ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

type Surroundings = { cwd: string; account: SystemAccount; input?: string | undefined };

/** Runs one of PostgreSQL's programs and waits for its end. */
export const runTool = (
  program: string,
  args: string[],
  { cwd, account, input = '' }: Surroundings,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, ...account, env: TOOL_ENV, stdio: ['pipe', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2_000);
    });
    child.on('error', (cause) => reject(cannotRun(program, cause)));
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new StartError(complaint.trim()));
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });

export const cannotRun = (program: string, cause: Error): StartError =>
  new StartError(
    `The embedded database cannot be run on this system (${program}: ${cause.message}). Set DATABASE_URL to use your own PostgreSQL.`,
    { cause },
  );
