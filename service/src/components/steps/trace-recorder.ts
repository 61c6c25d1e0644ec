import { isDeepStrictEqual } from 'node:util';
import {
  AT_INPUT,
  type SkipReason,
  type StepsTrace,
  type StepTrace,
  UNSURE_BELOW,
} from '../../domain/executions/trace.ts';
import { IDENTITY, roundTransform, type Transform } from '../../domain/images/transform.ts';
import type { WorkingImage } from '../files/working-image.ts';

type Size = { width: number; height: number };

/**
 * Records the trace of the steps. Steps that are joined in one pipeline are measured together, at the last of them,
 * when the pipeline is carried out: measuring them one by one would need a separate pipeline for each.
 */
export type TraceRecorder = {
  /** Starts a new trace, because the same steps run again from the beginning. */
  restart(): void;
  /**
   * Starts after this step, whose result was cached by an earlier run. This step and those before it are not carried
   * out.
   */
  resume(position: number, size: Size): void;
  /** Makes this step the current one. */
  enterStep(position: number): void;
  skip(position: number, reason: SkipReason): void;
  /** Marks the step as added to the pipeline but not carried out yet. */
  join(position: number): void;
  /** Records the pending steps as carried out if the image has become pixels. */
  reached(working: WorkingImage): void;
  /**
   * Called when the file is encoded: records the pending steps, the encoding step and the metadata step as carried
   * out.
   */
  finished(size: Size, encoding: number | undefined, metadata: number | undefined): void;
  reportConfidence(confidence: number): void;
  /** Records the map by which the current step moves the pixels of the image; null when it is not affine. */
  reportTransform(transform: Transform | null): void;
  warn(sentence: string): void;
  /** Restarts the clock, so that the time for making a preview is not counted for the step. */
  resumeClock(): void;
  read(): StepsTrace;
  /** The trace of a run that failed at the current step. */
  readFailed(): StepsTrace;
};

/** The trace so far, and where the run is. */
type Recording = {
  input: StepTrace;
  steps: StepTrace[];
  /** The steps that were joined in one pipeline and are not carried out yet. */
  pending: number[];
  /** The position of the current step. */
  position: number;
  /** The last step that was not skipped. */
  latest: number;
  /** The start of the time that is recorded for the next step, from `performance.now()`. */
  since: number;
};

const newRecording = (): Recording => ({
  input: {},
  steps: [],
  pending: [AT_INPUT],
  position: AT_INPUT,
  latest: AT_INPUT,
  since: performance.now(),
});

/** `onStep` is called when a step becomes the current one. */
export const openTraceRecorder = (onStep?: (position: number) => void): TraceRecorder => {
  let recording = newRecording();

  const entry = (at: number): StepTrace => {
    const { input, steps } = recording;
    if (at === AT_INPUT) return input;
    while (steps.length <= at) steps.push({});
    return steps[at]!;
  };

  const recordStep = (at: number, seen: Size): void => {
    const now = performance.now();
    const step = entry(at);
    step.ms = Math.round(((step.ms ?? 0) + now - recording.since) * 10) / 10;
    step.width = seen.width;
    step.height = seen.height;
    step.memoryBytes = process.memoryUsage.rss();
    recording.since = now;
  };

  const carryOut = (seen: Size, end: number): void => {
    for (const joined of recording.pending) if (joined !== end) entry(joined).joinedWith = end;
    recordStep(end, seen);
    recording.pending = [];
  };

  const read = (): StepsTrace => ({ input: recording.input, steps: recording.steps });

  return {
    restart: () => {
      recording = newRecording();
      onStep?.(recording.position);
    },
    resume: (at, found) => {
      for (let before = 0; before <= at; before++) entry(before).reused = true;
      recording.position = at;
      recording.latest = at;
      recording.pending = [];
      recordStep(at, found);
    },
    enterStep: (next) => {
      recording.position = next;
      if (next !== AT_INPUT) entry(next);
      onStep?.(next);
    },
    skip: (at, reason) => {
      entry(at).skipped = reason;
    },
    join: (at) => {
      recording.pending.push(at);
      recording.latest = at;
    },
    reached: ({ pixels }) => {
      const end = recording.pending.at(-1);
      if (pixels && end !== undefined) carryOut(pixels, end);
    },
    finished: (seen, encoding, metadata) => {
      const end = encoding ?? metadata ?? recording.pending.at(-1) ?? recording.latest;
      carryOut(seen, end);
      if (metadata !== undefined && metadata !== end) entry(metadata).joinedWith = end;
    },
    reportConfidence: (confidence) => {
      const step = entry(recording.position);
      step.confidence = Math.min(confidence, step.confidence ?? 1);
      if (confidence < UNSURE_BELOW) addWarning(step, unsure(confidence));
    },
    reportTransform: (transform) => {
      const exact = transform && roundTransform(transform);
      if (!isDeepStrictEqual(exact, IDENTITY)) entry(recording.position).transform = exact;
    },
    warn: (sentence) => addWarning(entry(recording.position), sentence),
    resumeClock: () => {
      recording.since = performance.now();
    },
    read,
    readFailed: () => ({ ...read(), failed: recording.position }),
  };
};

const addWarning = (step: StepTrace, sentence: string): void => {
  step.warnings ??= [];
  if (!step.warnings.includes(sentence)) step.warnings.push(sentence);
};

const unsure = (confidence: number): string =>
  `The confidence of this step is only ${Math.round(confidence * 100)} %. Check the image before you use it.`;
