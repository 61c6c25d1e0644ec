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
import { openInput, readNotes, unreadable } from './open-input.ts';
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

type Params = Record<string, unknown>;
type Turn<Kind = Component> = { component: Kind; params: Params };
type Encoding = Turn<Extract<Component, { encode: object }>>;
/** What waits for the end, wherever it stands in the list. */
type Ending = {
  encoding?: Encoding;
  noting?: Turn<Extract<Component, { annotate: object }>>;
  checks: Turn[];
};

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
  const ending: Ending = { checks: [] };
  for (const step of job.steps) {
    const turn = givenInputs(resolve(step), job.inputs);
    if (!turn) continue;
    const { component, params } = turn;
    if (step.when) {
      picture = await settleUnlessFresh(picture);
      if (!conditionHolds(step.when, await factsOf(picture))) continue;
    }
    if (component.checkResult) ending.checks.push({ component, params });
    if (component.encode) ending.encoding = { component, params };
    else if (component.annotate) ending.noting = { component, params };
    else {
      const before = picture;
      picture = await pace(
        () => withStep(before, component, params, help),
        (error) => failed(component, error),
      );
    }
  }
  const result = await finish(picture, ending, job, pace);
  return least === undefined ? result : { ...result, confidence: least };
};

/** The step with those of its inputs that are there; undefined when it has nothing to work with. */
const givenInputs = ({ component, params }: Turn, inputs: StepsJob['inputs']): Turn | undefined => {
  const present = { ...params };
  for (const need of component.needs) {
    if (params[need] === '') continue;
    const names = [params[need]].flat().filter((name) => Object.hasOwn(inputs, String(name)));
    if (names.length === 0) return undefined;
    if (Array.isArray(params[need])) present[need] = names;
  }
  return { component, params: present };
};

const resolve = (step: Step): Turn => {
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
  if (reading.wrong || !convert.encode) throw new Error('convert refuses its own defaults');
  return { component: convert, params: reading.params };
};

const finish = async (
  picture: Picture,
  { encoding = usualEncoding(picture), noting, checks }: Ending,
  { inputs, output }: StepsJob,
  pace: Pace,
): Promise<StepsResult> => {
  const { component, params } = encoding;
  const { format, background } = component.encodes(params);
  const blame = (culprit: Component) => (error: unknown) => {
    throw pace === settled ? failed(culprit, error) : error;
  };
  let image = await readyToEncode(
    component.repeats(params) ? await settle(picture) : picture,
    format,
    background,
  );
  if (noting) {
    const noted = noting.component.annotate(image, noting.params, () => readNotes(inputs.default));
    image = await Promise.resolve(noted).catch(blame(noting.component));
  }
  const { data, info } = await component.encode(image, params).catch(blame(component));
  const facts: ImageFacts = {
    format,
    contentType: IMAGE_FORMATS[format].contentType,
    width: info.width,
    height: info.height,
    bytes: data.length,
  };
  for (const check of checks) {
    const wrong = check.component.checkResult?.(facts, check.params);
    if (wrong) throw new StepsFailure('component_failed', wrong, check.component.name);
  }
  writeFileSync(output, data);
  return { hash: hash('sha256', data, 'hex') as ContentHash, ...facts };
};

const readyToEncode = async (picture: Picture, format: ResultFormat, background: string): Promise<Sharp> => {
  if (!picture.hasAlpha) return picture.image.removeAlpha();
  if (format !== 'jpeg') return picture.image;
  return (await openAt(picture, 'flatten')).image.flatten({ background });
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
