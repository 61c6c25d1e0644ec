import { openCache } from '../../cache/cache.ts';
import { noRoom } from '../../domain/disk-full.ts';
import { Refusal, unavailable } from '../../domain/errors.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import type { AttemptTrace, StepsTrace } from '../../domain/executions/trace.ts';
import type { ImageLimits } from '../../domain/images/image-formats.ts';
import { stepsWithSettings } from '../../domain/workflows/workflow.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';
import type { Previews } from '../../ports/images/previews.ts';
import { LaneFailure, type PreviewLane } from '../../ports/lanes.ts';
import type { ReportBroken } from '../../ports/retention.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { localInputs } from '../executions/running/local-inputs.ts';
import { refuseBroken } from '../retention/refuse-broken.ts';

type Ports = {
  workflows: Workflows;
  objects: ObjectStore;
  reportBroken: ReportBroken;
  previews: Previews;
  previewLane: PreviewLane;
  limits: ImageLimits;
};

/** Longest side of the image that shows a step's output. */
const SHOWN_SIDE = 512;

export type Replays = {
  /**
   * Returns the trace of a second run of the attempt, which makes an image of each step. Only the first call
   * runs the steps; the images are kept. Rejects with an `unavailable` refusal when the steps cannot run now.
   */
  of(execution: Execution, trace: AttemptTrace, signal: AbortSignal): Promise<StepsTrace>;
};

// A replay that was killed once would be killed again. It is refused for ten minutes, because other jobs need
// the lane.
const REFUSED_AFTER_KILL_MS = 600_000;
const MAX_KILLED = 1_000;

type Running = { done: Promise<StepsTrace>; waiting: number; stop: AbortController };

/** Opens the replays. Results are reproducible, so a second run shows what happened in the first. */
export const openReplays = (ports: Ports): Replays => {
  const running = new Map<string, Running>();
  const killedRecently = openCache<string, true>({ max: MAX_KILLED, maxAgeMs: REFUSED_AFTER_KILL_MS });

  const begin = (execution: Execution, trace: AttemptTrace, name: string): Running => {
    const stop = new AbortController();
    const run: Running = { done: replay(ports, execution, trace, stop.signal), waiting: 0, stop };
    const forget = () => {
      if (running.get(name) === run) running.delete(name);
    };
    run.done.then(forget, (error) => {
      forget();
      if (wasKilled(error)) killedRecently.set(name, true);
    });
    stop.signal.addEventListener('abort', forget);
    running.set(name, run);
    return run;
  };

  return {
    of: async (execution, trace, signal) => {
      const known = await ports.previews.find({ id: execution.id, attempt: trace.attempt });
      if (known) return known;
      if (signal.aborted) throw nobodyWaits();
      const name = `${execution.id}.${trace.attempt}`;
      if (killedRecently.get(name)) throw tooCostly();
      const run = running.get(name) ?? begin(execution, trace, name);
      run.waiting += 1;
      const leave = () => {
        run.waiting -= 1;
        if (run.waiting === 0) run.stop.abort(nobodyWaits());
      };
      signal.addEventListener('abort', leave, { once: true });
      return run.done.finally(() => signal.removeEventListener('abort', leave));
    },
  };
};

const replay = async (
  ports: Ports,
  execution: Execution,
  trace: AttemptTrace,
  signal: AbortSignal,
): Promise<StepsTrace> => {
  const { workflows, objects, previews, previewLane, limits } = ports;
  await objects.checkRoom();
  const workflow = await workflows.version(execution.workflowVersion);
  const steps = stepsWithSettings(workflow.steps, execution.settings);
  const hashes = Object.values(execution.inputs).map(({ contentHash }) => contentHash);
  const output = await previews.draft();
  const key = { id: execution.id, attempt: trace.attempt };
  try {
    const inputs = await localInputs(objects, execution.inputs);
    const show = { kind: 'replay', longestSide: SHOWN_SIDE } as const;
    const job = { steps, inputs, output, limits, show };
    const seen = await previewLane.apply(job, execution.organizationId, signal).then(
      (result) => result.trace,
      async (error) => {
        // If the stored input is broken, refuse the replay: its failure must not be recorded as the failure
        // of the execution.
        await refuseBroken(ports, hashes, error);
        return seenUntilFailure(error, execution);
      },
    );
    await previews.keep(output, key, seen);
    return seen;
  } catch (error) {
    await previews.discard(output).catch(() => {});
    await refuseBroken(ports, hashes, error);
    throw error;
  }
};

/** The trace of a replay that failed as the execution itself had failed. Throws for other failures. */
const seenUntilFailure = (error: unknown, { status }: Execution): StepsTrace => {
  if (!(error instanceof LaneFailure)) throw error;
  if (error.kind === 'no_room') throw noRoom(error);
  const ended = error.kind === 'final' || (error.kind === 'crash' && status === 'FAILED');
  if (ended && error.trace) return error.trace;
  throw error.kind === 'crash'
    ? tooCostly(error)
    : unavailable('The images of the steps could not be made just now. Try again.', 2, error);
};

const tooCostly = (cause?: unknown): Refusal =>
  unavailable(
    'The images of these steps cannot be made: it takes more time or memory than is allowed. Use a smaller image or fewer steps.',
    REFUSED_AFTER_KILL_MS / 1000,
    cause,
  );
const wasKilled = (error: unknown): boolean =>
  error instanceof Refusal && error.cause instanceof LaneFailure && error.cause.kind === 'crash';

const nobodyWaits = (): Refusal =>
  new Refusal('unavailable', 'The client closed the request before the response was sent.');
