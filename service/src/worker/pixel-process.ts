import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type KillableProcess, startProcess } from './killable-process.ts';
import type { FromLane, ToLane } from './lane-messages.ts';
import type { ModelSizes } from './lane-models.ts';

export type PixelProcess = KillableProcess<ToLane>;

const MAIN = fileURLToPath(new URL('./lane-process.ts', import.meta.url));

/** Code that is there compiled spares a child 20 MB and 200 ms at its start. Node keeps it in a folder by its version. */
const compiledCode = (): Record<string, string> => {
  const folder = getCompileCacheDir();
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
};

/** Starts a child that works on pictures. `models` are those that it may ask. */
export const startPixelProcess = (
  onMessage: (message: FromLane) => void,
  onEnd: (how: string) => void,
  models: ModelSizes = {},
): PixelProcess =>
  startProcess(
    {
      main: MAIN,
      args: [JSON.stringify(models)],
      // Decoders are the part that strangers' bytes can break: they get no secret to find.
      env: { UV_THREADPOOL_SIZE: '4', MALLOC_ARENA_MAX: '1', ...compiledCode() },
      // Pixels lie outside the heap: room for many young objects is held and hardly used. After 60 jobs of one lane it
      // made 320 MB of 200.
      execArgv: ['--expose-gc', '--max-semi-space-size=2'],
      serialization: 'json',
      stderr: 'inherit',
    },
    onMessage,
    onEnd,
  );
