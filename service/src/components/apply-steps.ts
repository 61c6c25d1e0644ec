import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Sharp } from 'sharp';
import type { ContentHash } from '../domain/ids.ts';
import {
  IMAGE_FORMATS,
  type ImageFacts,
  type ImageLimits,
  RESULT_FORMATS,
  type ResultFormat,
} from '../domain/image-formats.ts';
import type { Step } from '../domain/workflow.ts';
import type { Component, RegionFinder, StepHelp } from './component.ts';
import { conditionHolds } from './condition-holds.ts';
import { convert } from './convert.ts';
import { openInput, unreadable } from './open-input.ts';
import { factsOf, openAt, type Picture, settle, settleUnlessFresh, withStep } from './picture.ts';
import { readParams } from './read-params.ts';
import { findComponent } from './registry.ts';
import { reasonOf, StepsFailure } from './steps-failure.ts';

export type StepsJob = {
  steps: readonly Step[];
  inputs: { default: string } & Record<string, string>;
  output: string;
  limits: ImageLimits;
};
export type StepsResult = ImageFacts & {
  hash: ContentHash;
  /** Of the least sure step, where one said so. */
  confidence?: number;
};

type Encoding = { component: Component; params: Record<string, unknown> };

/** Runs the steps on local files and writes the result, in as few pipelines as their order allows. */
export const applySteps = async (job: StepsJob, regions?: RegionFinder): Promise<StepsResult> => {
  try {
    return await run(job, pending, regions);
  } catch (error) {
    if (error instanceof StepsFailure || isSystemError(error)) throw error;
    // A joint pipeline fails as one. Step by step it shows who is to blame, or works after all.
    return run(job, settled, regions);
  }
};

/** How each part of the work is done: left pending to be joined with the next, or carried out and blamed. */
type Pace = (work: () => Promise<Picture>, blame: (error: unknown) => StepsFailure) => Promise<Picture>;
const pending: Pace = (work) => work();
const settled: Pace = async (work, blame) => {
  try {
    return await settle(await work());
  } catch (error) {
    throw error instanceof StepsFailure || isSystemError(error) ? error : blame(error);
  }
};

const run = async (job: StepsJob, pace: Pace, regions: RegionFinder | undefined): Promise<StepsResult> => {
  const open = (input: string) =>
    pace(
      () => openInput(job.inputs[input]!, job.limits),
      (error) => unreadable(error, input),
    );
  let least: number | undefined;
  const help: StepHelp = {
    open: async (input) => (await open(input)).image,
    regions,
    confide: (confidence) => {
      least = Math.min(confidence, least ?? 1);
    },
  };
  let picture = await open('default');
  let encoding: Encoding | undefined;
  for (const step of job.steps) {
    const { component, params } = resolve(step);
    if (component.needs.some((need) => !Object.hasOwn(job.inputs, String(params[need])))) continue;
    if (step.when) {
      picture = await settleUnlessFresh(picture);
      if (!conditionHolds(step.when, await factsOf(picture))) continue;
    }
    if (component.encodes) encoding = { component, params };
    else {
      const before = picture;
      picture = await pace(
        () => withStep(before, component, params, help),
        (error) => failed(component, error),
      );
    }
  }
  const result = await encode(picture, encoding ?? usualEncoding(picture), job.output, pace);
  return least === undefined ? result : { ...result, confidence: least };
};

const resolve = (step: Step): { component: Component; params: Record<string, unknown> } => {
  const component = findComponent(step.component);
  if (!component)
    throw new StepsFailure('component_failed', `There is no component ${step.component}.`, step.component);
  const reading = readParams(component, step.params);
  if (reading.wrong)
    throw new StepsFailure(
      'component_failed',
      `Step ${step.id}: ${reading.wrong.param} ${reading.wrong.must}. Change the workflow or the settings.`,
      component.name,
    );
  return { component, params: reading.params };
};

/** Without a step that says otherwise the result has the format of the input, where that can be delivered. */
const usualEncoding = ({ format, hasAlpha }: Picture): Encoding => {
  const same = RESULT_FORMATS.find((known) => known === format && (known !== 'jpeg' || !hasAlpha));
  const reading = readParams(convert, { format: same ?? (hasAlpha ? 'png' : 'jpeg') });
  if (reading.wrong) throw new Error(`convert refuses its own defaults: ${reading.wrong.must}`);
  return { component: convert, params: reading.params };
};

const encode = async (
  picture: Picture,
  { component, params }: Encoding,
  output: string,
  pace: Pace,
): Promise<StepsResult> => {
  const { format, background } = component.encodes!(params);
  let ready = picture;
  if (format === 'jpeg' && picture.hasAlpha) {
    const opened = await openAt(picture, 'flatten');
    ready = { ...opened, image: opened.image.flatten({ background }) };
  } else if (!picture.hasAlpha) ready = { ...picture, image: picture.image.removeAlpha() };
  const { data, info } = await finish(component, params, ready.image).catch((error) => {
    throw pace === settled ? failed(component, error) : error;
  });
  writeFileSync(output, data);
  return {
    hash: hash('sha256', data, 'hex') as ContentHash,
    format,
    contentType: IMAGE_FORMATS[format as ResultFormat].contentType,
    width: info.width,
    height: info.height,
    bytes: data.length,
  };
};

const finish = async (component: Component, params: Record<string, unknown>, image: Sharp) => {
  if (component.measures) throw new Error(`${component.name} encodes and must not measure`);
  return component.run(image, params).toBuffer({ resolveWithObject: true });
};

const failed = (component: Component, error: unknown): StepsFailure =>
  new StepsFailure(
    'component_failed',
    `${component.title} failed (${reasonOf(error)}). Change the parameters of this step or the picture.`,
    component.name,
    error,
  );

/** The disk or the file system, not the picture. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';
