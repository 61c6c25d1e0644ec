import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { PREVIEW_CONTENT_TYPE } from '../../domain/executions/trace.ts';
import type { ContentHash } from '../../domain/ids.ts';
import type { StepModels } from '../definition/component.ts';
import { finishPicture } from '../files/finish-picture.ts';
import { openInput } from '../files/open-input.ts';
import { type Picture, withStage } from '../files/picture.ts';
import { sharp } from '../files/sharp-setup.ts';
import { smallPicture } from '../files/small-picture.ts';
import type { StepsResult } from './apply-steps.ts';
import { scaledTurn } from './scaled-turn.ts';
import { stepFailed } from './step-turn.ts';
import type { TraceRecorder } from './trace-recorder.ts';
import { type Scale, type StepsJob, settled, walkSteps } from './walk-steps.ts';

/** How small the picture is made before the steps; and whether it is shown as the finished file has it. */
export type PreviewWish = { longestSide: number; finished: boolean };

/** Runs the steps on a small version of the picture and writes what comes out, to be looked at. */
export const previewSteps = async (
  job: StepsJob,
  { longestSide, finished }: PreviewWish,
  models: StepModels,
  recorder: TraceRecorder,
): Promise<StepsResult> => {
  const scale = scaleTo(longestSide);
  const { picture, ending } = await walkSteps(job, { pace: settled, models, recorder, scale });
  const image =
    finished && ending.encoding
      ? sharp((await finishPicture(picture, ending, job, recorder, stepFailed)).data)
      : picture.image;
  const { data, info } = await smallPicture(image, longestSide);
  writeFileSync(job.output, data);
  return {
    hash: hash('sha256', data, 'hex') as ContentHash,
    format: 'webp',
    contentType: PREVIEW_CONTENT_TYPE,
    width: info.width,
    height: info.height,
    bytes: data.length,
  };
};

const scaleTo = (longestSide: number): Scale => {
  let factor = 1;
  return {
    open: async (path, limits, input) => {
      const picture = await openInput(path, limits);
      const { width, height } = await picture.size();
      if (input === 'default') {
        factor = Math.min(1, longestSide / Math.max(width, height));
        return shrunk(picture, Math.max(width, height) * factor);
      }
      // By area: a colour table can be a strip, which must keep every pixel.
      const most = Math.sqrt(longestSide ** 2 / (width * height));
      return shrunk(picture, Math.max(width, height) * Math.min(1, most));
    },
    // What is asked of the finished file or of sharpness cannot be told from a small picture.
    turn: (turn) => (turn.component.checkResult ? undefined : scaledTurn(turn, factor)),
    facts: ({ width, height, ...facts }) => ({
      ...facts,
      width: Math.round(width / factor),
      height: Math.round(height / factor),
    }),
  };
};

const shrunk = (picture: Picture, longest: number): Picture => {
  const side = Math.max(1, Math.round(longest));
  return withStage(
    picture,
    picture.image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }),
    'resize',
  );
};
