import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewName } from '../../domain/executions/trace.ts';
import type { StepModels } from '../definition/component.ts';
import { digestOf } from '../files/digest-of.ts';
import { encodePreview } from '../files/encode-preview.ts';
import { type DeferredSteps, encodeResult } from '../files/encode-result.ts';
import { sharp } from '../files/sharp-setup.ts';
import type { WorkingImage } from '../files/working-image.ts';
import type { StepsResult } from './apply-steps.ts';
import { stepFailed } from './prepared-step.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import { evaluateEagerly, type StepsJob, walkSteps } from './walk-steps.ts';

/**
 * Runs the steps again, one by one, and writes a small image of each step's result to the folder `job.output`. The
 * result file itself is not written: it exists already.
 */
export const replaySteps = async (
  job: StepsJob,
  longestSide: number,
  models: StepModels,
  recorder: TraceRecorder,
): Promise<StepsResult> => {
  const write = (position: number, data: Buffer) => writeFile(join(job.output, previewName(position)), data);
  const encode = async (image: WorkingImage, deferred: DeferredSteps) => {
    const made = await encodeResult(image, deferred, job, recorder, stepFailed);
    for (const step of [deferred.encoding, deferred.metadata])
      if (step) await write(step.position, (await encodePreview(sharp(made.data), longestSide)).data);
    recorder.resumeClock();
    return made;
  };
  const { working, deferred } = await walkSteps(job, {
    evaluate: evaluateEagerly,
    models,
    recorder,
    afterStep: async (position, { image }) =>
      write(position, (await encodePreview(image.clone(), longestSide)).data),
    deliver: async (_output, image, deferredThere) => {
      await encode(image, deferredThere);
    },
  });
  const { data, facts } = await encode(working, deferred);
  return { ...digestOf(data), ...facts };
};
