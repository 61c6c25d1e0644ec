import { join } from 'node:path';
import type { RegionFinder } from '../src/components/component.ts';
import { finishPicture } from '../src/components/finish-picture.ts';
import { settle } from '../src/components/picture.ts';
import { stepFailed } from '../src/components/step-turn.ts';
import { openTraceRecorder } from '../src/components/trace-recorder.ts';
import { pending, settled, walkSteps } from '../src/components/walk-steps.ts';
import type { StepsTrace } from '../src/domain/trace.ts';
import { LIMITS } from './limits.ts';

export type TimedStep = [component: string, params: Record<string, unknown>];
export type Inputs = { default: string } & Record<string, string>;

const TIMES = 5;
const ENOUGH_MS = 1_000;

/** Times steps one by one: every one of them is carried out before the next begins. */
export const openStepTimer = (folder: string, regions: RegionFinder | undefined) => {
  const jobOf = (steps: TimedStep[], inputs: Inputs) => ({
    steps: steps.map(([component, params], index) => ({ id: `s${index}`, component, params })),
    inputs,
    output: join(folder, 'output'),
    limits: LIMITS,
  });

  const traceOf = async (steps: TimedStep[], inputs: Inputs): Promise<StepsTrace> => {
    const recorder = openTraceRecorder();
    const job = jobOf(steps, inputs);
    const { picture, ending } = await walkSteps(job, { pace: settled, regions, recorder });
    if (ending.encoding) await finishPicture(picture, ending, inputs.default, recorder, stepFailed);
    return recorder.read();
  };

  return {
    /** The last step, or the decoding where there is none. */
    last: (steps: TimedStep[], inputs: Inputs): Promise<number> =>
      leastMs(async () => {
        const trace = await traceOf(steps, inputs);
        return (steps.length > 0 ? trace.steps[steps.length - 1]?.ms : trace.input.ms) ?? 0;
      }),
    /** All steps as one pipeline, up to its pixels. */
    joined: (steps: TimedStep[], inputs: Inputs): Promise<number> =>
      leastMs(() =>
        timed(async () => {
          const recorder = openTraceRecorder();
          const { picture } = await walkSteps(jobOf(steps, inputs), { pace: pending, regions, recorder });
          await settle(picture);
        }),
      ),
  };
};

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** The least of some times: whatever else the machine does only adds to it. Of few where each takes long. */
export const leastMs = async (once: () => Promise<number>): Promise<number> => {
  let least = await once();
  for (let time = 1, spent = least; time < TIMES && spent < ENOUGH_MS; time += 1) {
    const ms = await once();
    spent += ms;
    least = Math.min(least, ms);
  }
  return least;
};
