import { writeFileSync } from 'node:fs';
import { PREVIEW_CONTENT_TYPE } from '../../domain/executions/trace.ts';
import type { Size, StepModels } from '../definition/component.ts';
import { digestOf } from '../files/digest-of.ts';
import { encodePreview } from '../files/encode-preview.ts';
import { encodeResult } from '../files/encode-result.ts';
import { openInput } from '../files/open-input.ts';
import { sharp } from '../files/sharp-setup.ts';
import { type WorkingImage, withStage } from '../files/working-image.ts';
import type { StepsResult } from './apply-steps.ts';
import { stepFailed } from './prepared-step.ts';
import { scaledStep } from './scaled-step.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import { evaluateEagerly, type Scale, type StepsJob, walkSteps } from './walk-steps.ts';

/** The size that the image is shrunk to before the steps, and whether the preview shows the encoded file. */
type PreviewOptions = { longestSide: number; finished: boolean };

/** Runs the steps on a small version of the image and writes the result as a preview. */
export const previewSteps = async (
  job: StepsJob,
  { longestSide, finished }: PreviewOptions,
  models: StepModels,
  recorder: TraceRecorder,
): Promise<StepsResult> => {
  const scale = scaleTo(longestSide);
  const { working, deferred } = await walkSteps(job, { evaluate: evaluateEagerly, models, recorder, scale });
  const image =
    finished && deferred.encoding
      ? sharp((await encodeResult(working, deferred, job, recorder, stepFailed)).data)
      : working.image;
  const { data, info } = await encodePreview(image, longestSide);
  writeFileSync(job.output, data);
  return {
    ...digestOf(data),
    format: 'webp',
    contentType: PREVIEW_CONTENT_TYPE,
    width: info.width,
    height: info.height,
    bytes: data.length,
  };
};

const scaleTo = (longestSide: number): Scale => {
  let factor = 1;
  const measure = ({ width, height }: Size) => {
    factor = Math.min(1, longestSide / Math.max(width, height));
  };
  return {
    open: async (path, limits, input) => {
      const working = await openInput(path, limits);
      const { width, height } = await working.size();
      if (input === 'default') {
        measure({ width, height });
        return shrunk(working, Math.max(width, height) * factor);
      }
      // The limit applies to the area and not to a side: a colour table can be a long strip, which must keep every
      // pixel.
      const most = Math.sqrt(longestSide ** 2 / (width * height));
      return shrunk(working, Math.max(width, height) * Math.min(1, most));
    },
    // When a cached image replaces the main input, the header of the input is still read: parameters in pixels are
    // scaled by a factor that depends on the input's size.
    resume: async (path, limits) => measure(await (await openInput(path, limits)).size()),
    // Steps that check the result file or the sharpness are skipped, because a small image says nothing about either.
    step: (prepared) => (prepared.component.checkResult ? undefined : scaledStep(prepared, factor)),
    facts: ({ width, height, ...facts }) => ({
      ...facts,
      width: Math.round(width / factor),
      height: Math.round(height / factor),
    }),
  };
};

const shrunk = (working: WorkingImage, longest: number): WorkingImage => {
  const side = Math.max(1, Math.round(longest));
  return withStage(
    working,
    working.image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }),
    'resize',
  );
};
