import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applySteps } from '../../../src/components/steps/apply-steps.ts';
import { StepsFailure } from '../../../src/components/steps/steps-failure.ts';
import { openTraceRecorder } from '../../../src/components/steps/trace-recorder.ts';
import { LIMITS, openFolder, plain, type Rgb, SAMPLES } from '../sample-images.ts';

export const folder = openFolder();
export const PHOTO = readFileSync(join(SAMPLES, 'stoneware.jpg'));

export type Step = [component: string, params?: Record<string, unknown>];

export const apply = async (
  image: Buffer,
  steps: Step[],
  others: Record<string, Buffer> = {},
  recorder = openTraceRecorder(),
) => {
  const output = folder.file();
  const inputs = Object.fromEntries(
    Object.entries(others).map(([name, bytes]) => [name, folder.input(bytes)]),
  );
  const job = {
    steps: steps.map(([component, params = {}], index) => ({ id: `s${index}`, component, params })),
    inputs: { ...inputs, default: folder.input(image) },
    output,
    limits: LIMITS,
  };
  const result = await applySteps(job, {}, recorder);
  return { ...result, output };
};

/** Applies the steps and returns their trace. */
export const traced = async (image: Buffer, steps: Step[], others: Record<string, Buffer> = {}) => {
  const recorder = openTraceRecorder();
  await apply(image, steps, others, recorder);
  return recorder.read();
};

export const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StepsFailure, String(error));
  return error.message;
};

/** A box of one colour on another, as PNG. */
export const boxOn = async (background: Rgb, colour: Rgb, alpha = 1) => {
  const box = await plain(40, 60, colour).png().toBuffer();
  return plain(200, 160, background, alpha)
    .composite([{ input: box, left: 90, top: 30 }])
    .png()
    .toBuffer();
};
export const CUT_OUT = await boxOn([255, 255, 255], [200, 40, 30], 0);
