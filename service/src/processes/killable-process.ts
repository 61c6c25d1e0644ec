import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import type { RunAs } from './drop-rights.ts';

/** A running child, from the parent's side. */
export type KillableProcess<ToChild> = {
  pid: number | undefined;
  send(message: ToChild): void;
  /** Ends it at once, in the middle of whatever it does. */
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
 * Starts a child in a session of its own: Ctrl-C in the terminal is for the parent.
 * `onEnd` comes exactly once, after its last message, and never before this returns.
 */
export const startProcess = <ToChild extends Serializable, FromChild>(
  { main, args, env, execArgv, serialization, stderr, runAs }: Program,
  onMessage: (message: FromChild) => void,
  onEnd: (how: string) => void,
): KillableProcess<ToChild> => {
  let child: ChildProcess;
  try {
    child = fork(main, [...args], {
      // The process can name the files in its folder from there, whatever its account may enter on the way.
      cwd: runAs?.folder,
      env,
      execArgv: [...execArgv],
      serialization,
      detached: true,
      stdio: ['ignore', 'ignore', stderr, 'ipc'],
    });
  } catch (error) {
    // Most failures to start come as an event; a lack of memory is thrown.
    setImmediate(() => onEnd(String(error)));
    return { pid: undefined, send: () => {}, kill: () => {} };
  }
  let how: string | undefined;
  let ended = false;
  const endWhenSilent = () => {
    // The exit can be seen before the last messages were read.
    if (ended || how === undefined || child.connected) return;
    ended = true;
    onEnd(how);
  };
  child.on('message', (message) => onMessage(message as FromChild));
  child.on('error', (error) => {
    // A failed message is not an end.
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
      // A message to a process that is just dying is lost; its end answers for it.
      if (child.connected) child.send(message, () => {});
    },
    kill: () => {
      // Node sends the signal of a child that never started to whatever number its memory held, 0 and -1 among them.
      if (child.pid !== undefined) child.kill('SIGKILL');
    },
  };
};
