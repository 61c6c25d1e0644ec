import {
  AT_INPUT,
  type SkipReason,
  type StepsTrace,
  type StepTrace,
  SURE_FROM,
} from '../../domain/executions/trace.ts';
import type { WorkingImage } from '../files/working-image.ts';

type Size = { width: number; height: number };

/**
 * Writes down what is seen of the steps on the way. Steps that are joined in one pipeline are seen when it is carried
 * out, at the end of the last of them: to look earlier would be to carry it out earlier.
 */
export type TraceRecorder = {
  /** From the beginning: the same steps are gone through again. */
  restart(): void;
  /** What this step made was there from an earlier run, so that it and those before it were not carried out. */
  resume(position: number, size: Size): void;
  /** The work is at this step now. */
  at(position: number): void;
  skip(position: number, reason: SkipReason): void;
  /** The step is in the pipeline, to be carried out sooner or later. */
  join(position: number): void;
  /** The pipeline, when it has become pixels. */
  reached(working: WorkingImage): void;
  /** The file is made: what was pending is carried out, and with it the steps that decide what the file is like. */
  finished(size: Size, encoding: number | undefined, noting: number | undefined): void;
  confide(confidence: number): void;
  warn(sentence: string): void;
  /** Time spent on looking at the image is not the step's. */
  resumeClock(): void;
  read(): StepsTrace;
  /** The same, of work that ended where it is now. */
  readFailed(): StepsTrace;
};

/** `onStep` is told of each step as the work comes to it. */
export const openTraceRecorder = (onStep?: (position: number) => void): TraceRecorder => {
  let input: StepTrace = {};
  let steps: StepTrace[] = [];
  let pending: number[] = [];
  let position = AT_INPUT;
  /** The last step that did something. */
  let latest = AT_INPUT;
  let since = performance.now();

  const entry = (at: number): StepTrace => {
    if (at === AT_INPUT) return input;
    while (steps.length <= at) steps.push({});
    return steps[at]!;
  };

  const note = (at: number, seen: Size): void => {
    const now = performance.now();
    const step = entry(at);
    step.ms = Math.round(((step.ms ?? 0) + now - since) * 10) / 10;
    step.width = seen.width;
    step.height = seen.height;
    step.memoryBytes = process.memoryUsage.rss();
    since = now;
  };

  const carryOut = (seen: Size, end: number): void => {
    for (const joined of pending) if (joined !== end) entry(joined).joinedWith = end;
    note(end, seen);
    pending = [];
  };

  const read = (): StepsTrace => ({ input, steps });

  return {
    restart: () => {
      input = {};
      steps = [];
      pending = [AT_INPUT];
      position = AT_INPUT;
      latest = AT_INPUT;
      since = performance.now();
      onStep?.(position);
    },
    resume: (at, found) => {
      for (let before = 0; before <= at; before++) entry(before).reused = true;
      position = at;
      latest = at;
      pending = [];
      note(at, found);
    },
    at: (next) => {
      position = next;
      if (next !== AT_INPUT) entry(next);
      onStep?.(next);
    },
    skip: (at, reason) => {
      entry(at).skipped = reason;
    },
    join: (at) => {
      pending.push(at);
      latest = at;
    },
    reached: ({ pixels }) => {
      const end = pending.at(-1);
      if (pixels && end !== undefined) carryOut(pixels, end);
    },
    finished: (seen, encoding, noting) => {
      const end = encoding ?? noting ?? pending.at(-1) ?? latest;
      carryOut(seen, end);
      if (noting !== undefined && noting !== end) entry(noting).joinedWith = end;
    },
    confide: (confidence) => {
      const step = entry(position);
      step.confidence = Math.min(confidence, step.confidence ?? 1);
      if (confidence < SURE_FROM) addWarning(step, unsure(confidence));
    },
    warn: (sentence) => addWarning(entry(position), sentence),
    resumeClock: () => {
      since = performance.now();
    },
    read,
    readFailed: () => ({ ...read(), failed: position }),
  };
};

const addWarning = (step: StepTrace, sentence: string): void => {
  step.warnings ??= [];
  if (!step.warnings.includes(sentence)) step.warnings.push(sentence);
};

const unsure = (confidence: number): string =>
  `This step is only ${Math.round(confidence * 100)} % sure of what it did. Look at the image before you use it.`;
