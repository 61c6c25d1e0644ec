import { writeFileSync } from 'node:fs';
import type { Digest, ImageFacts } from '../../domain/images/image-formats.ts';
import type { StepModels } from '../definition/component.ts';
import { digestOf } from '../files/digest-of.ts';
import { encodeResult } from '../files/encode-result.ts';
import { stepFailed } from './prepared-step.ts';
import { StepsFailure } from './steps-failure.ts';
import { openTraceRecorder, type TraceRecorder } from './trace-recorder.ts';
import { isSystemError, type Pace, pending, type StepsJob, settled, walkSteps } from './walk-steps.ts';

export type StepsResult = ImageFacts &
  Digest & {
    /** The lowest confidence that a step reported, if any did. */
    confidence?: number;
    /** True when a model was unavailable: running the same steps again may give a better result. */
    makeshift?: true;
  };

/** Runs the steps on local files in as few pipelines as their order allows, and writes the result. */
export const applySteps = async (
  job: StepsJob,
  models: StepModels = {},
  recorder: TraceRecorder = openTraceRecorder(),
): Promise<StepsResult> => {
  try {
    return await run(job, pending, models, recorder);
  } catch (error) {
    if (error instanceof StepsFailure || isSystemError(error)) throw error;
    // A joint pipeline does not show which of its steps failed. Running the steps one by one shows it, or succeeds.
    return run(job, settled, models, recorder);
  }
};

const run = async (
  job: StepsJob,
  pace: Pace,
  models: StepModels,
  recorder: TraceRecorder,
): Promise<StepsResult> => {
  const { working, ending, confidence, makeshift } = await walkSteps(job, { pace, models, recorder });
  const { data, facts } = await encodeResult(
    working,
    ending,
    job,
    recorder,
    pace === settled ? stepFailed : (_, error) => error,
  );
  writeFileSync(job.output, data);
  return {
    ...digestOf(data),
    ...facts,
    ...(confidence !== undefined && { confidence }),
    ...(makeshift && { makeshift }),
  };
};
