import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import type { RunAs } from './drop-rights.ts';

/** A running child process, as its parent sees it. */
export type KillableProcess<ToChild> = {
  pid: number | undefined;
  send(message: ToChild): void;
  /** Ends the process at once, in the middle of its work. */
  kill(): void;
};

type Program = {
  main: string;
  args: readonly string[];
  env: Record<string, string>;
  execArgv: readonly string[];
  serialization: 'json' | 'advanced';
  stderr: 'inherit' | 'ignore';
  runAs?: RunAs | undefined;
};

/**
 * Starts a child process in a session of its own, so that Ctrl-C in the terminal reaches only the parent.
 * `onEnd` is called exactly once, after the last message of the child and never before this function returns.
 */
export const startKillableProcess = <ToChild extends Serializable, FromChild>(
  { main, args, env, execArgv, serialization, stderr, runAs }: Program,
  onMessage: (message: FromChild) => void,
  onEnd: (how: string) => void,
): KillableProcess<ToChild> => {
  let child: ChildProcess;
  try {
    child = fork(main, [...args], {
      // Relative paths start from this folder even if the account of the process has no access to the parent
      // folders.
      cwd: runAs?.folder,
      env,
      execArgv: [...execArgv],
      serialization,
      detached: true,
      stdio: ['ignore', 'ignore', stderr, 'ipc'],
    });
  } catch (error) {
    // Most failed starts emit an event, but a lack of memory throws an error.
    setImmediate(() => onEnd(String(error)));
    return { pid: undefined, send: () => {}, kill: () => {} };
  }
  let how: string | undefined;
  let ended = false;
  const endWhenSilent = () => {
    // The exit event can come before the last messages, so wait until the channel is closed as well.
    if (ended || how === undefined || child.connected) return;
    ended = true;
    onEnd(how);
  };
  child.on('message', (message) => onMessage(message as FromChild));
  child.on('error', (error) => {
    // A message to a running process could not be sent: ignore this, because the process has not ended.
    if (child.pid !== undefined) return;
    how ??= error.message;
    if (child.connected) child.disconnect();
    endWhenSilent();
  });
  child.on('exit', (code, signal) => {
    how ??= signal ?? `exit code ${code}`;
    endWhenSilent();
  });
  child.on('disconnect', endWhenSilent);
  return {
    pid: child.pid,
    send: (message) => {
      // A message to a process that is ending is lost; the caller learns of the end through `onEnd`.
      if (child.connected) child.send(message, () => {});
    },
    kill: () => {
      // A child that never started has no pid. Node would send the signal to an uninitialised pid, which can
      // be 0 or -1.
      if (child.pid !== undefined) child.kill('SIGKILL');
    },
  };
};
