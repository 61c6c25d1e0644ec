import { fileURLToPath } from 'node:url';
import { type KillableProcess, startProcess } from './killable-process.ts';
import type { FromLane, ToLane } from './lane-messages.ts';
import type { ModelSizes } from './lane-models.ts';

export type PixelProcess = KillableProcess<ToLane>;

const MAIN = fileURLToPath(new URL('./lane-process.ts', import.meta.url));

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
      env: { UV_THREADPOOL_SIZE: '4', MALLOC_ARENA_MAX: '2' },
      execArgv: ['--expose-gc'],
      serialization: 'json',
      stderr: 'inherit',
    },
    onMessage,
    onEnd,
  );
