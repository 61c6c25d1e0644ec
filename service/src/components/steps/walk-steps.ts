import { AT_INPUT } from '../../domain/executions/trace.ts';
import type { ImageLimits } from '../../domain/images/image-formats.ts';
import type { Step } from '../../domain/workflows/workflow.ts';
import { refuseTooLarge } from '../catalogue/geometry/most-pixels.ts';
import type { StepHelp, StepImageFacts, StepModels } from '../definition/component.ts';
import { type Ending, keepForTheEnd, positionsIn } from '../files/encode-result.ts';
import { openInput, unreadable } from '../files/open-input.ts';
import { openTable } from '../files/open-table.ts';
import {
  factsOf,
  onPixels,
  readyFor,
  settle,
  settleUnlessFresh,
  type WorkingImage,
  withStep,
} from '../files/working-image.ts';
import { conditionHolds } from './condition-holds.ts';
import { findIntermediate, type Intermediates, openIntermediateWriter } from './intermediates.ts';
import { stepFailed, type Turn, turnOf, withGivenInputs } from './step-turn.ts';
import { StepsFailure } from './steps-failure.ts';
import type { TraceRecorder } from './trace-recorder.ts';

export type StepsJob = {
  steps: readonly Step[];
  inputs: { default: string } & Record<string, string>;
  output: string;
  limits: ImageLimits;
  /** What an earlier run of the same first steps may have left, and this one may leave. */
  intermediates?: Intermediates;
};

/** How each part of the work is done: left pending to be joined with the next, or carried out and blamed. */
export type Pace = (
  work: () => Promise<WorkingImage>,
  blame: (error: unknown) => StepsFailure,
) => Promise<WorkingImage>;
export const pending: Pace = (work) => work();
export const settled: Pace = async (work, blame) => {
  try {
    return await settle(await work());
  } catch (error) {
    throw error instanceof StepsFailure || isSystemError(error) ? error : blame(error);
  }
};

/** The disk or the file system, not the image. */
export const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

/** The steps on a smaller image than the one they were written for. */
export type Scale = {
  open(path: string, limits: ImageLimits, input: string): Promise<WorkingImage>;
  /** Undefined for a step that means nothing at this size. */
  turn(turn: Turn): Turn | undefined;
  /** What the image would be at its own size. */
  facts(facts: StepImageFacts): StepImageFacts;
};

export type Walk = {
  pace: Pace;
  recorder: TraceRecorder;
  models: StepModels;
  scale?: Scale;
  /** Shown the input and the image behind each step that did something. */
  look?(position: number, working: WorkingImage): Promise<void>;
};

export type Walked = {
  working: WorkingImage;
  ending: Ending;
  confidence: number | undefined;
  /** A model that was asked did not answer, and the step did without: another time it would do better. */
  makeshift: boolean;
};

const AT_FULL_SIZE: Scale = {
  open: openInput,
  turn: (turn) => turn,
  facts: (facts) => facts,
};

/** Takes the main input through the steps, up to what waits for the end. */
export const walkSteps = async (job: StepsJob, walk: Walk): Promise<Walked> => {
  const { pace, recorder, scale = AT_FULL_SIZE } = walk;
  let least: number | undefined;
  let makeshift = false;
  let openingAnother = false;
  const open = (input: string) =>
    pace(
      () => scale.open(job.inputs[input]!, job.limits, input),
      (error) => unreadable(error, input),
    );
  const help: StepHelp = {
    open: async (input) => {
      openingAnother = true;
      const { image } = await open(input);
      openingAnother = false;
      return image;
    },
    openTable: (input) => openTable(job.inputs[input]!),
    models: withWitness(walk.models, () => {
      makeshift = true;
    }),
    confide: (confidence) => {
      recorder.confide(confidence);
      least = Math.min(confidence, least ?? 1);
    },
    warn: recorder.warn,
  };
  const look = async (position: number, working: WorkingImage) => {
    recorder.reached(working);
    if (!walk.look) return;
    await walk.look(position, working);
    recorder.resumeClock();
  };

  recorder.restart();
  const ending: Ending = { checks: [] };
  try {
    const { intermediates } = job;
    const keep = intermediates && openIntermediateWriter(intermediates);
    const found = intermediates && (await findIntermediate(intermediates));
    const resumeAt = found?.position ?? AT_INPUT;
    let working = found ? onPixels(found, found.pixels) : await open('default');
    if (found) {
      least = found.confidence;
      recorder.resume(resumeAt, found.pixels);
    } else {
      for (const sentence of working.warnings ?? []) recorder.warn(sentence);
      await look(AT_INPUT, working);
    }
    for (const [position, step] of job.steps.entries()) {
      if (position <= resumeAt) {
        if (found?.waiting.includes(position)) keepForTheEnd(ending, turnOf(step), position, recorder);
        continue;
      }
      recorder.at(position);
      const given = withGivenInputs(turnOf(step), job.inputs);
      if (!given) {
        recorder.skip(position, 'missing_input');
        continue;
      }
      const turn = scale.turn(given);
      if (!turn) continue;
      if (step.when) {
        working = await settleUnlessFresh(working);
        recorder.reached(working);
        if (!conditionHolds(step.when, scale.facts(await factsOf(working)))) {
          recorder.skip(position, 'condition');
          continue;
        }
      }
      if (keepForTheEnd(ending, turn, position, recorder)) continue;
      working = await takeStep(working, turn, position, { pace, recorder }, help);
      letGoOfLargePixels(working);
      await look(position, working);
      if (!makeshift) await keep?.(position, working, { confidence: least, waiting: positionsIn(ending) });
    }
    return { working, ending, confidence: least, makeshift };
  } catch (error) {
    // The header of the main input is read only when a step wants to know the size.
    if (error instanceof StepsFailure && error.code === 'input_unreadable' && !openingAnother)
      recorder.at(AT_INPUT);
    throw error;
  }
};

const withWitness = ({ regions, enlarger }: StepModels, onFailure: () => void): StepModels => {
  const seen = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    answer.catch(onFailure);
    return answer;
  };
  return {
    regions: regions && { ...regions, find: (square) => seen(regions.find(square)) },
    enlarger: enlarger && { ...enlarger, enlarge: (square) => seen(enlarger.enlarge(square)) },
  };
};

const takeStep = (
  before: WorkingImage,
  { component, params }: Turn,
  position: number,
  { pace, recorder }: Pick<Walk, 'pace' | 'recorder'>,
  help: StepHelp,
): Promise<WorkingImage> =>
  pace(
    async () => {
      const ready = await readyFor(before, component, params);
      recorder.reached(ready);
      recorder.join(position);
      // Work on pixels looks for itself: how large it becomes may go by what they show.
      if (component.run && component.sizeAfter) {
        const size = await ready.about();
        refuseTooLarge(component.name, component.sizeAfter(params, size), size);
        const times = component.enlargement?.(params, size) ?? 1;
        if (times > UNSEEN_ENLARGEMENT && !component.isForEnlarging) help.warn(enlarged(times));
      }
      return withStep(ready, component, params, help);
    },
    (error) => stepFailed(component, error),
  );

/** Nobody sees that an image was enlarged by so little. */
const UNSEEN_ENLARGEMENT = 1.5;

const enlarged = (times: number): string =>
  `The image was enlarged ${times.toFixed(1)} times and may look soft. Use a larger original if there is one.`;

/** Below this, what a step leaves behind is not worth the milliseconds. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Pixels that nobody needs any more lie outside the heap, so that nothing tells the collector how much they are. */
const letGoOfLargePixels = ({ pixels }: WorkingImage): void => {
  if (pixels && pixels.data.length > LARGE_BYTES) globalThis.gc?.();
};
