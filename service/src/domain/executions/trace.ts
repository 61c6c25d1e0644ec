/** Below this, a step's result should be looked at by a person. */
export const SURE_FROM = 0.75;

export const SKIP_REASONS = ['condition', 'missing_input', 'superseded'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Where the work stands before the first step: at the picture as it came in. */
export const AT_INPUT = -1;

/** The picture after a step, or `input`, as it is shown. */
export const previewName = (position: number): string => `${position === AT_INPUT ? 'input' : position}.webp`;
export const PREVIEW_CONTENT_TYPE = 'image/webp';

/** What was seen of one step. Kept with every execution, so what was not seen is left out. */
export type StepTrace = {
  skipped?: SkipReason;
  /** What it had made was there from an earlier execution with the same beginning. */
  reused?: true;
  /** The position of the step at whose end both were carried out, as one pipeline. That one has the duration. */
  joinedWith?: number;
  ms?: number;
  width?: number;
  height?: number;
  /** What the process held when the step ended. */
  memoryBytes?: number;
  confidence?: number;
  warnings?: string[];
};

/** The steps by their position in the workflow, as far as they were reached. */
export type StepsTrace = {
  input: StepTrace;
  steps: StepTrace[];
  /** The position of the step that failed, or at which the work was ended. */
  failed?: number;
};

/** What is kept of the last attempt that came to an end. */
export type AttemptTrace = StepsTrace & {
  attempt: number;
  /** Its result went to a reviewer first. */
  toReview?: true;
};
