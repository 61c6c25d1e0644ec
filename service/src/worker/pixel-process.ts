import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromLane, ToLane } from './lane-messages.ts';
import type { ModelSizes } from './lane-models.ts';

/** A running child, from the parent's side. */
export type PixelProcess = {
  pid: number | undefined;
  send(message: ToLane): void;
  /** Ends it at once, in the middle of whatever it does. */
  kill(): void;
};

const MAIN = fileURLToPath(new URL('./lane-process.ts', import.meta.url));

/** Code that is there compiled spares a child 20 MB and 200 ms at its start. Node keeps it in a folder by its version. */
const compiledCode = () => {
  const folder = getCompileCacheDir();
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
};

const forkChild = (models: ModelSizes): ChildProcess =>
  fork(MAIN, [JSON.stringify(models)], {
    // Decoders are the part that strangers' bytes can break: they get no secret to find.
    env: { UV_THREADPOOL_SIZE: '4', MALLOC_ARENA_MAX: '2', ...compiledCode() },
    // Pixels lie outside the heap: room for many young objects would be held and hardly used (10 MB, up to 40).
    execArgv: ['--expose-gc', '--max-semi-space-size=2'],
    // A session of its own: Ctrl-C in the terminal is for the parent.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

/**
 * Starts a child. `onEnd` comes exactly once, after its last message, and never before this returns.
 * `models` are those that it may ask.
 */
export const startPixelProcess = (
  onMessage: (message: FromLane) => void,
  onEnd: (how: string) => void,
  models: ModelSizes = {},
): PixelProcess => {
  let child: ChildProcess;
  try {
    child = forkChild(models);
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
  child.on('message', (message) => onMessage(message as FromLane));
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
    kill: () => child.kill('SIGKILL'),
  };
};
