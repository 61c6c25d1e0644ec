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

const MAX_RUNS = 12;
// At least two runs: in the first, the code is not compiled yet.
const MIN_RUNS = 2;
const ENOUGH_MS = 600;

/** Measures the cost of single steps: each step is computed completely before the next begins. */
export const openStepTimer = (folder: string, regions: RegionFinder | undefined) => {
  const jobOf = (steps: TimedStep[], inputs: Inputs) => ({
    steps: steps.map(([component, params], index) => ({ id: `s${index}`, component, params })),
    inputs,
    output: join(folder, 'output'),
    limits: LIMITS,
  });

  const runSteps = async (steps: TimedStep[], inputs: Inputs): Promise<void> => {
    const recorder = openTraceRecorder();
    const job = jobOf(steps, inputs);
    const { working, deferred } = await walkSteps(job, {
      evaluate: evaluateEagerly,
      models: { regions },
      recorder,
    });
    if (deferred.encoding) await encodeResult(working, deferred, job, recorder, stepFailed);
  };

  const decodings = new Map<string, number>();
  const decoding = async (inputs: Inputs): Promise<number> => {
    const known = decodings.get(inputs.default) ?? (await leastCpuMs(() => runSteps([], inputs)));
    decodings.set(inputs.default, known);
    return known;
  };

  return {
    /** Decoding alone. */
    decoding,
    /** The step alone. */
    step: async (step: TimedStep, inputs: Inputs): Promise<number> => {
      const decodingMs = await decoding(inputs);
      return Math.max(0, (await leastCpuMs(() => runSteps([step], inputs))) - decodingMs);
    },
    /** Measures decoding and the step as one pipeline, up to the pixels of the result. */
    decodingAndStep: (step: TimedStep, inputs: Inputs): Promise<number> =>
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
 * Returns the least CPU time of several runs, or of fewer if a run is slow. Other load on the machine can only
 * add to CPU time, and disturbs it less than wall time.
 */
export const leastCpuMs = async (once: () => Promise<unknown>): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let runs = 0, spent = 0; runs < MIN_RUNS || (runs < MAX_RUNS && spent < ENOUGH_MS); runs += 1) {
    const before = cpuMsSoFar();
    await once();
    const ms = cpuMsSoFar() - before;
    spent += ms;
    least = Math.min(least, ms);
  }
  return least;
};
