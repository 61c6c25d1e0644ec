import { writeFileSync } from 'node:fs';
import type { Digest, ImageFacts } from '../../domain/images/image-formats.ts';
import type { Component, StepModels } from '../definition/component.ts';
import { digestOf } from '../files/digest-of.ts';
import { encodeResult } from '../files/encode-result.ts';
import { stepFailed } from './prepared-step.ts';
import { StepsFailure } from './steps-failure.ts';
import { openTraceRecorder, type TraceRecorder } from './trace-recorder.ts';
import {
  type Evaluation,
  evaluateEagerly,
  evaluateLazily,
  isSystemError,
  type StepsJob,
  walkSteps,
} from './walk-steps.ts';

type OutputFile = ImageFacts & Digest & { output: string };

export type StepsResult = ImageFacts &
  Digest & {
    /** The files of the named outputs, in the order of the steps; absent when there are none. */
    outputs?: OutputFile[];
    /** The lowest confidence that a step reported, if any did. */
    confidence?: number;
    /** True when a model did not answer: running the same steps again may give a better result. */
    modelFailed?: true;
  };

/** Runs the steps on local files in as few pipelines as their order allows, and writes the result. */
export const applySteps = async (
  job: StepsJob,
  models: StepModels = {},
  recorder: TraceRecorder = openTraceRecorder(),
): Promise<StepsResult> => {
  try {
    return await run(job, evaluateLazily, models, recorder);
  } catch (error) {
    if (error instanceof StepsFailure || isSystemError(error)) throw error;
    // A joint pipeline does not show which of its steps failed. The steps run again one by one, which shows the
    // failed step or succeeds.
    return run(job, evaluateEagerly, models, recorder);
  }
};

const run = async (
  job: StepsJob,
  evaluate: Evaluation,
  models: StepModels,
  recorder: TraceRecorder,
): Promise<StepsResult> => {
  const outputs: OutputFile[] = [];
  const blame = evaluate === evaluateEagerly ? stepFailed : (_: Component, error: unknown) => error;
  const keep = (output: string, data: Buffer, facts: ImageFacts): void => {
    const path = job.outputs?.[output];
    if (!path) throw new Error(`there is no path for the output ${output}`);
    writeFileSync(path, data);
    outputs.push({ output, ...digestOf(data), ...facts });
  };
  const { working, deferred, confidence, modelFailed } = await walkSteps(job, {
    evaluate,
    models,
    recorder,
    deliver: async (output, image, deferredThere) => {
      const { data, facts } = await encodeResult(image, deferredThere, job, recorder, blame);
      keep(output, data, facts);
    },
  });
  const { data, facts } = await encodeResult(working, deferred, job, recorder, blame);
  writeFileSync(job.output, data);
  // The last step makes the result, so its named output is the same file.
  const lastOutput = job.steps.at(-1)?.output;
  if (lastOutput) keep(lastOutput, data, facts);
  return {
    ...digestOf(data),
    ...facts,
    ...(outputs.length > 0 && { outputs }),
    ...(confidence !== undefined && { confidence }),
    ...(modelFailed && { modelFailed }),
  };
};
