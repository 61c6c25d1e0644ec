import type { Transform } from '../images/transform.ts';

/** A person should look at a result whose confidence is below this. */
export const UNSURE_BELOW = 0.75;

export const SKIP_REASONS = ['condition', 'missing_input', 'superseded'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** The position before the first step: the input image. */
export const AT_INPUT = -1;

/** The file name of a preview: of the image after the step at this position, or of the input image for AT_INPUT. */
export const previewName = (position: number): string => `${position === AT_INPUT ? 'input' : position}.webp`;
export const PREVIEW_CONTENT_TYPE = 'image/webp';

/** The measurements of one step. Stored with every execution, so unknown values are left out. */
export type StepTrace = {
  skipped?: SkipReason;
  /** True when the output was cached by an earlier execution with the same image and first steps. */
  reused?: true;
  /**
   * The position of the later step that ran together with this one, as one pipeline. The duration of both is
   * recorded with the later step.
   */
  joinedWith?: number;
  ms?: number;
  width?: number;
  height?: number;
  /** The resident memory of the lane's process at the end of the step. */
  memoryBytes?: number;
  /**
   * The affine map from positions in the image before the step to positions after it; for the input, from the file to the
   * upright image. Null when no affine map describes the step; absent when the step moved nothing.
   */
  transform?: Transform | null;
  confidence?: number;
  warnings?: string[];
};

/** The traces of the steps by position in the workflow, up to the last step that was reached. */
export type StepsTrace = {
  input: StepTrace;
  steps: StepTrace[];
  /** The position of the step that failed or was interrupted. */
  failed?: number;
};

/** The trace of the last finished attempt. */
export type AttemptTrace = StepsTrace & {
  attempt: number;
  /** True when the result went to a reviewer first. */
  toReview?: true;
};
