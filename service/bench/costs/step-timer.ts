import { join } from 'node:path';
import type { RegionFinder } from '../../src/components/definition/component.ts';
import { encodeResult } from '../../src/components/files/encode-result.ts';
import { runPipeline } from '../../src/components/files/working-image.ts';
import { stepFailed } from '../../src/components/steps/prepared-step.ts';
import { openTraceRecorder } from '../../src/components/steps/trace-recorder.ts';
import { evaluateEagerly, evaluateLazily, walkSteps } from '../../src/components/steps/walk-steps.ts';
import { cpuMsOfChildren } from '../cpu-time.ts';
import { LIMITS } from './limits.ts';

export type TimedStep = [component: string, params: Record<string, unknown>];
export type Inputs = { default: string } & Record<string, string>;

const TIMES = 12;
// At least two runs: in the first, the code is not compiled yet.
const LEAST_TIMES = 2;
const ENOUGH_MS = 600;

/** Measures the cost of single steps: each step is computed completely before the next begins. */
export const openStepTimer = (folder: string, regions: RegionFinder | undefined) => {
  const jobOf = (steps: TimedStep[], inputs: Inputs) => ({
    steps: steps.map(([component, params], index) => ({ id: `s${index}`, component, params })),
    inputs,
    output: join(folder, 'output'),
    limits: LIMITS,
  });

  const carryOut = async (steps: TimedStep[], inputs: Inputs): Promise<void> => {
    const recorder = openTraceRecorder();
    const job = jobOf(steps, inputs);
    const { working, deferred } = await walkSteps(job, {
      evaluate: evaluateEagerly,
      models: { regions },
      recorder,
    });
    if (deferred.encoding) await encodeResult(working, deferred, job, recorder, stepFailed);
  };

  const openings = new Map<string, number>();
  const opening = async (inputs: Inputs): Promise<number> => {
    const known = openings.get(inputs.default) ?? (await leastCpuMs(() => carryOut([], inputs)));
    openings.set(inputs.default, known);
    return known;
  };

  return {
    /** Decoding alone. */
    opening,
    /** The step alone. */
    step: async (step: TimedStep, inputs: Inputs): Promise<number> => {
      const open = await opening(inputs);
      return Math.max(0, (await leastCpuMs(() => carryOut([step], inputs))) - open);
    },
    /** Decoding and the step as one pipeline, up to its pixels. */
    joined: (step: TimedStep, inputs: Inputs): Promise<number> =>
      leastCpuMs(async () => {
        const recorder = openTraceRecorder();
        const { working } = await walkSteps(jobOf([step], inputs), {
          evaluate: evaluateLazily,
          models: { regions },
          recorder,
        });
        await runPipeline(working);
      }),
  };
};

const cpuMsSoFar = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + cpuMsOfChildren();
};

/**
 * Returns the least CPU time of several runs. Other load on the machine disturbs CPU time less than wall time, and can only
 * add to it. Takes fewer runs if a run is slow.
 */
export const leastCpuMs = async (once: () => Promise<unknown>): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0, spent = 0; time < LEAST_TIMES || (time < TIMES && spent < ENOUGH_MS); time += 1) {
    const before = cpuMsSoFar();
    await once();
    const ms = cpuMsSoFar() - before;
    spent += ms;
    least = Math.min(least, ms);
  }
  return least;
};
