import { setTimeout as pause } from 'node:timers/promises';
import type { ExecutionError } from '../domain/execution.ts';
import { resultFileName } from '../domain/file-names.ts';
import type { ImageLimits } from '../domain/image-formats.ts';
import { stepsWithSettings } from '../domain/workflow.ts';
import type { Claim, WorkQueue } from '../ports/executions.ts';
import { LaneFailure, type LaneJob, type LaneResult } from '../ports/lanes.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { Workflows } from '../ports/workflows.ts';

export type RunWorld = {
  workflows: Workflows;
  objects: ObjectStore;
  queue: WorkQueue;
  limits: ImageLimits;
  /** Runs the job in a lane when its turn comes. */
  apply(job: LaneJob, claim: Claim, signal: AbortSignal): Promise<LaneResult>;
};

const MAX_LANE_ATTEMPTS = 3;
// Store and database get about half a minute to come back before a person is bothered with their fault.
const PAUSES_MS = [50, 200, 1_000, 2_000, 4_000, 8_000, 16_000];

/** One claimed execution to its end: a result, a failure, or nothing when it was canceled or taken over. */
export const runExecution = async (world: RunWorld, first: Claim, signal: AbortSignal): Promise<void> => {
  let claim: Claim | undefined = first;
  for (let faults = 0; claim; ) {
    if (claim.attemptInThisRun > MAX_LANE_ATTEMPTS) return failForGood(world, claim, ATTEMPTS_EXHAUSTED);
    try {
      return await attempt(world, claim, signal);
    } catch (error) {
      if (error instanceof LaneFailure) {
        if (error.kind === 'bumped') continue;
        const used = error.kind === 'crash' && claim.attemptInThisRun >= MAX_LANE_ATTEMPTS;
        if (error.kind === 'final' || used) return failForGood(world, claim, errorOf(error));
        // Crashed, or told to stop: the fence knows whether the execution is still ours to try.
        claim = await untilDatabaseAnswers(() => world.queue.beginAttempt(claim as Claim), signal);
      } else if (faults >= PAUSES_MS.length) {
        return failForGood(world, claim, SYSTEM_ERROR);
      } else {
        await pause(PAUSES_MS[faults++], undefined, { signal }).catch(() => {});
      }
    }
    if (signal.aborted) return;
  }
};

const attempt = async (world: RunWorld, claim: Claim, signal: AbortSignal): Promise<void> => {
  const { workflows, objects, queue, limits } = world;
  const workflow = await workflows.version(claim.workflowVersion);
  const steps = stepsWithSettings(workflow.steps, claim.settings);
  const inputs = await localFiles(objects, claim);
  const output = await objects.draft();
  const result = await world.apply({ steps, inputs, output, limits }, claim, signal).catch(async (error) => {
    await objects.discard(output);
    throw error;
  });
  await objects.keep(output, result.hash);
  const completion = {
    claim,
    toReview: workflow.qa === 'all',
    result,
    resultFileName: resultFileName(claim.inputs.default.name, result.format),
  };
  // Refused when the fence no longer holds: whoever holds the execution now decides about it.
  await untilDatabaseAnswers(() => queue.complete(completion), signal);
};

const localFiles = async (objects: ObjectStore, claim: Claim): Promise<LaneJob['inputs']> => {
  const paths = Object.entries(claim.inputs).map(async ([key, { contentHash }]) => [
    key,
    await objects.path(contentHash),
  ]);
  return Object.fromEntries(await Promise.all(paths));
};

const failForGood = async ({ queue }: RunWorld, claim: Claim, error: ExecutionError): Promise<void> => {
  await untilDatabaseAnswers(() => queue.fail(claim, error), AbortSignal.timeout(MAX_WAIT_FOR_DATABASE_MS));
};

const MAX_WAIT_FOR_DATABASE_MS = 120_000;

/** The work is done and must not be lost because the database is away for a moment. */
const untilDatabaseAnswers = async <Result>(
  ask: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || tries >= MAX_DATABASE_TRIES) throw error;
      await pause(Math.min(50 * 2 ** tries, 1_000), undefined, { signal }).catch(() => {});
    }
  }
};

const MAX_DATABASE_TRIES = 60;

const errorOf = ({ code, message, component }: LaneFailure): ExecutionError => ({ code, message, component });

const ATTEMPTS_EXHAUSTED: ExecutionError = {
  code: 'attempts_exhausted',
  message: `The processing stopped without a result ${MAX_LANE_ATTEMPTS} times. Check the input image, then retry.`,
  component: null,
};
const SYSTEM_ERROR: ExecutionError = {
  code: 'system_error',
  message: 'The picture could not be read or stored because of a fault of the system. Retry later.',
  component: null,
};
