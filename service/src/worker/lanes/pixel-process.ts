import { getCompileCacheDir } from 'node:module';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaneJob } from '../../ports/lanes.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import { type KillableProcess, startProcess } from '../../processes/killable-process.ts';
import type { FromLane, ToLane } from './lane-messages.ts';
import type { ModelSizes } from './lane-models.ts';

export type PixelProcess = KillableProcess<ToLane>;

const MAIN = fileURLToPath(new URL('./lane-process.ts', import.meta.url));

/** Code that is there compiled spares a child 20 MB and 200 ms at its start. Node keeps it in a folder by its version. */
const compiledCode = (): Record<string, string> => {
  const folder = getCompileCacheDir();
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {};
};

/** Starts a child that works on images. `models` are those that it may ask. */
export const startPixelProcess = (
  onMessage: (message: FromLane) => void,
  onEnd: (how: string) => void,
  { models = {}, runAs }: { models?: ModelSizes; runAs?: RunAs | undefined } = {},
): PixelProcess => {
  const child = startProcess<ToLane, FromLane>(
    {
      main: MAIN,
      args: [JSON.stringify({ models, runAs })],
      // Decoders are the part that strangers' bytes can break: they get no secret to find.
      env: { UV_THREADPOOL_SIZE: '4', MALLOC_ARENA_MAX: '1', ...compiledCode() },
      // Pixels lie outside the heap: room for many young objects is held and hardly used. After 60 jobs of one lane it
      // made 320 MB of 200.
      execArgv: ['--expose-gc', '--max-semi-space-size=2'],
      serialization: 'json',
      stderr: 'inherit',
      runAs,
    },
    onMessage,
    onEnd,
  );
  return runAs ? { ...child, send: (message) => child.send(withReachablePaths(message, runAs)) } : child;
};

/**
 * Names files from the folder that the process was started in. Its account may be unable to get through the parents of
 * that folder: root's home has the mode 0700.
 */
const withReachablePaths = (message: ToLane, { folder }: RunAs): ToLane => {
  const reachable = (path: string) => (path.startsWith(`${folder}/`) ? relative(folder, path) : path);
  switch (message.say) {
    case 'apply':
      return { ...message, job: withPaths(message.job, reachable) };
    case 'inspect':
      return { ...message, path: reachable(message.path) };
    default:
      return message;
  }
};

const withPaths = (job: LaneJob, change: (path: string) => string): LaneJob => ({
  ...job,
  inputs: Object.fromEntries(
    Object.entries(job.inputs).map(([key, path]) => [key, change(path)]),
  ) as LaneJob['inputs'],
  output: change(job.output),
  ...(job.intermediates && {
    intermediates: { ...job.intermediates, paths: job.intermediates.paths.map(change) },
  }),
});
