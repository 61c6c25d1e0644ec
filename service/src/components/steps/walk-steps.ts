import { AT_INPUT } from '../../domain/executions/trace.ts';
import type { ImageLimits } from '../../domain/images/image-formats.ts';
import type { Step } from '../../domain/workflows/workflow.ts';
import { refuseTooLarge } from '../catalogue/geometry/most-pixels.ts';
import type { StepContext, StepImageFacts, StepModels } from '../definition/component.ts';
import { type DeferredSteps, deferredPositions, deferStep, markAsDelivered } from '../files/encode-result.ts';
import { openInput, unreadable } from '../files/open-input.ts';
import { openTable } from '../files/open-table.ts';
import {
  factsOf,
  onPixels,
  readyFor,
  runPipeline,
  runPipelineUnlessFresh,
  type WorkingImage,
  withStep,
} from '../files/working-image.ts';
import { conditionHolds } from './condition-holds.ts';
import { findIntermediate, type Intermediates, openIntermediateWriter } from './intermediates.ts';
import { type PreparedStep, prepareStep, stepFailed, withGivenInputs } from './prepared-step.ts';
import { StepsFailure } from './steps-failure.ts';
import type { TraceRecorder } from './trace-recorder.ts';

export type StepsJob = {
  steps: readonly Step[];
  inputs: { default: string } & Record<string, string>;
  output: string;
  /** The path of the file of each named output, by name. */
  outputs?: Record<string, string>;
  limits: ImageLimits;
  /** The cache of results of the first steps, which this run may read and write. */
  intermediates?: Intermediates;
};

/**
 * Runs one part of the work. `evaluateLazily` leaves it to be joined with the next part in one pipeline; `evaluateEagerly`
 * carries it out at once, so that a failure can be attributed to it with `blame`.
 */
export type Evaluation = (
  work: () => Promise<WorkingImage>,
  blame: (error: unknown) => StepsFailure,
) => Promise<WorkingImage>;
export const evaluateLazily: Evaluation = (work) => work();
export const evaluateEagerly: Evaluation = async (work, blame) => {
  try {
    return await runPipeline(await work());
  } catch (error) {
    throw error instanceof StepsFailure || isSystemError(error) ? error : blame(error);
  }
};

/** True for an error of the disk or the file system, which is not the fault of the image. */
export const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

/** Adapts the steps to a smaller image than the one they were written for. */
export type Scale = {
  open(path: string, limits: ImageLimits, input: string): Promise<WorkingImage>;
  /** Called instead of `open` when a cached image replaces the main input. */
  resume(path: string, limits: ImageLimits): Promise<void>;
  /** The step at this size; undefined for a step that must be skipped at this size. */
  step(prepared: PreparedStep): PreparedStep | undefined;
  /** Converts the facts of the smaller image to those of the image at its full size. */
  facts(facts: StepImageFacts): StepImageFacts;
};

type WalkOptions = {
  evaluate: Evaluation;
  recorder: TraceRecorder;
  models: StepModels;
  scale?: Scale;
  /** Called with the input, and with the image after each step that was not skipped. */
  afterStep?(position: number, working: WorkingImage): Promise<void>;
  /** Called after each step with a named output: makes the file that the workflow would make if it ended there. */
  deliver?(output: string, working: WorkingImage, deferred: DeferredSteps): Promise<void>;
};

type WalkResult = {
  working: WorkingImage;
  deferred: DeferredSteps;
  confidence: number | undefined;
  /** True when a model did not answer and a step did without it: running the steps again may give a better result. */
  modelFailed: boolean;
};

const AT_FULL_SIZE: Scale = {
  open: openInput,
  resume: async () => {},
  step: (prepared) => prepared,
  facts: (facts) => facts,
};

/** The reports of the steps so far. */
type Reports = Pick<WalkResult, 'confidence' | 'modelFailed'> & {
  /**
   * True while a step opens another input than the main one. Stays true when that fails, so that the failure is not taken
   * for one of the main input.
   */
  openingAnother: boolean;
};

/** Runs the steps on the main input, except those that run when the file is encoded. */
export const walkSteps = async (job: StepsJob, options: WalkOptions): Promise<WalkResult> => {
  const { evaluate, recorder, scale = AT_FULL_SIZE } = options;
  const open = (input: string) =>
    evaluate(
      () => scale.open(job.inputs[input]!, job.limits, input),
      (error) => unreadable(error, input),
    );
  const reports: Reports = { confidence: undefined, modelFailed: false, openingAnother: false };
  const context = stepContext(job, options, open, reports);
  const afterStep = async (position: number, working: WorkingImage) => {
    recorder.reached(working);
    if (!options.afterStep) return;
    await options.afterStep(position, working);
    recorder.resumeClock();
  };

  recorder.restart();
  const deferred: DeferredSteps = { checks: [] };
  try {
    const { intermediates } = job;
    const keep = intermediates && openIntermediateWriter(intermediates);
    const found =
      intermediates && (await findIntermediate(untilFirstOutput(intermediates, job.steps, options)));
    const resumeAt = found?.position ?? AT_INPUT;
    let working = found ? onPixels(found, found.pixels) : await open('default');
    if (found) {
      reports.confidence = found.confidence;
      await scale.resume(job.inputs.default, job.limits);
      recorder.resume(resumeAt, found.pixels);
    } else {
      for (const sentence of working.warnings ?? []) recorder.warn(sentence);
      // Only a replay records the orientation, because it is in the header, which a normal run of a plain JPEG does
      // not read.
      if (options.afterStep && working.upright) recorder.reportTransform(await working.upright());
      await afterStep(AT_INPUT, working);
    }
    const run = async (before: WorkingImage, step: Step, position: number): Promise<WorkingImage> => {
      recorder.enterStep(position);
      const given = withGivenInputs(prepareStep(step), job.inputs);
      if (!given) {
        recorder.skip(position, 'missing_input');
        return before;
      }
      const scaled = scale.step(given);
      if (!scaled) return before;
      const ready = step.when ? await runPipelineUnlessFresh(before) : before;
      if (step.when) {
        recorder.reached(ready);
        if (!conditionHolds(step.when, scale.facts(await factsOf(ready)))) {
          recorder.skip(position, 'condition');
          return ready;
        }
      }
      if (deferStep(deferred, scaled, position, recorder)) return ready;
      const after = await takeStep(ready, scaled, position, { evaluate, recorder }, context);
      collectGarbageIfLarge(after);
      await afterStep(position, after);
      const { modelFailed, confidence } = reports;
      if (!modelFailed) await keep?.(position, after, { confidence, waiting: deferredPositions(deferred) });
      return after;
    };
    const deliver = async (output: string, before: WorkingImage): Promise<WorkingImage> => {
      // The pending steps are carried out once, for this file and for the steps that follow.
      const after = await runPipeline(before);
      recorder.reached(after);
      await options.deliver?.(output, { ...after, image: after.image.clone() }, deferred);
      markAsDelivered(deferred);
      return after;
    };
    for (const [position, step] of job.steps.entries()) {
      if (position > resumeAt) working = await run(working, step, position);
      else if (found?.waiting.includes(position)) deferStep(deferred, prepareStep(step), position, recorder);
      const isLast = position === job.steps.length - 1;
      if (step.output && options.deliver && !isLast && position >= resumeAt)
        working = await deliver(step.output, working);
    }
    return { working, deferred, confidence: reports.confidence, modelFailed: reports.modelFailed };
  } catch (error) {
    // The header of the main input is read only when a step needs the size, so an unreadable input may be noticed only
    // during a step.
    if (error instanceof StepsFailure && error.code === 'input_unreadable' && !reports.openingAnother)
      recorder.enterStep(AT_INPUT);
    throw error;
  }
};

/** The functions that the steps may call. They update `reports` as well as the trace. */
const stepContext = (
  { inputs }: StepsJob,
  { recorder, models }: WalkOptions,
  open: (input: string) => Promise<WorkingImage>,
  reports: Reports,
): StepContext => ({
  open: async (input) => {
    reports.openingAnother = true;
    const { image } = await open(input);
    reports.openingAnother = false;
    return image;
  },
  openTable: (input) => openTable(inputs[input]!),
  models: withFailureReport(models, () => {
    reports.modelFailed = true;
  }),
  reportConfidence: (confidence) => {
    recorder.reportConfidence(confidence);
    reports.confidence = Math.min(confidence, reports.confidence ?? 1);
  },
  reportTransform: recorder.reportTransform,
  warn: recorder.warn,
});

/** Leaves out the cached images after the first named output: a run that began there could not make that file. */
const untilFirstOutput = (
  { paths, ...rest }: Intermediates,
  steps: readonly Step[],
  { deliver }: WalkOptions,
): Intermediates => {
  const first = steps.findIndex(({ output }) => output);
  return { ...rest, paths: deliver && first >= 0 ? paths.slice(0, first + 1) : paths };
};

const withFailureReport = ({ regions, enlarger }: StepModels, onFailure: () => void): StepModels => {
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
  { component, params }: PreparedStep,
  position: number,
  { evaluate, recorder }: Pick<WalkOptions, 'evaluate' | 'recorder'>,
  context: StepContext,
): Promise<WorkingImage> =>
  evaluate(
    async () => {
      const ready = await readyFor(before, component, params);
      recorder.reached(ready);
      recorder.join(position);
      // Pixel steps check the size themselves, because it may depend on the content of the image.
      if (component.run && component.sizeAfter) {
        const size = await ready.approximateSize();
        refuseTooLarge(component.name, component.sizeAfter(params, size), size);
        const times = component.enlargement?.(params, size) ?? 1;
        if (times > UNSEEN_ENLARGEMENT && !component.isForEnlarging) context.warn(enlarged(times));
      }
      const after = await withStep(ready, component, params, context);
      if (component.transform)
        recorder.reportTransform(component.transform(params, await ready.approximateSize()));
      return after;
    },
    (error) => stepFailed(component, error),
  );

/** Up to this factor, people do not see that an image was enlarged. */
const UNSEEN_ENLARGEMENT = 1.5;

const enlarged = (times: number): string =>
  `The image was enlarged ${times.toFixed(1)} times and may look soft. Use a larger original if there is one.`;

/** Below this size, collecting the old pixels is not worth the milliseconds that it takes. */
const LARGE_BYTES = 8 * 1024 * 1024;

/**
 * Runs the garbage collector after large images: pixels are outside the V8 heap, so V8 does not see how much memory
 * they take.
 */
const collectGarbageIfLarge = ({ pixels }: WorkingImage): void => {
  if (pixels && pixels.data.length > LARGE_BYTES) globalThis.gc?.();
};
