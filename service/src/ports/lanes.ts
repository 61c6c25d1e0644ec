import type { ExecutionErrorCode } from '../domain/executions/execution.ts';
import type { StepsTrace } from '../domain/executions/trace.ts';
import type { OrganizationId } from '../domain/ids.ts';
import type { Digest, ImageFacts, ImageLimits } from '../domain/images/image-formats.ts';
import type { Step } from '../domain/workflows/workflow.ts';

/** The steps to apply to one image. Paths are local files. */
export type LaneJob = {
  steps: Step[];
  inputs: { default: string } & Record<string, string>;
  /** The path that the lane writes the result to. */
  output: string;
  /** The path that the lane writes each named output of the steps to, by name. */
  outputs?: Record<string, string>;
  limits: ImageLimits;
  /** The time that the measured costs predict; it sets the job's deadline and its turn. Absent when it is unknown. */
  expectedMs?: number;
  /**
   * For each step, the path where its output may already be cached, or may be written for other executions that start
   * with the same image and steps.
   */
  intermediates?: { paths: string[]; worthMs: number };
  show?: LaneShow;
};

/**
 * Small images for a person to look at, which the job makes instead of the result file. `replay`: one image after each
 * step, in the folder `output`. `preview`: one image, the output of the steps for a small version of the input; with
 * `finished`, encoded as the result file would be.
 */
type LaneShow =
  | { kind: 'replay'; longestSide: number }
  | { kind: 'preview'; longestSide: number; finished: boolean };

/** A file that a step with a named output made. */
export type MadeOutput = ImageFacts & Digest & { output: string };

export type LaneResult = ImageFacts &
  Digest & {
    /** The named outputs, in the order of the steps; absent when there are none. */
    outputs?: MadeOutput[];
    /** The lowest confidence that a step reported, from 0 to 1. */
    confidence?: number;
    /** True when a model did not respond: running the same job again may give a better result. */
    modelFailed?: true;
    trace: StepsTrace;
  };

/**
 * The reason why a lane gave no result.
 * `final`: the same image would fail again. `crash`: the process died, was killed, or reported an
 * unexpected error; another attempt may help.
 * `no_room`: the disk was full; the job can wait until there is room.
 * `never_began`: the process ended before it began this job; the attempt does not count.
 * `canceled`: the caller aborted the job.
 */
export type LaneFailureKind = 'final' | 'crash' | 'no_room' | 'never_began' | 'canceled';

export class LaneFailure extends Error {
  readonly kind: LaneFailureKind;
  readonly code: ExecutionErrorCode;
  readonly component: string | null;
  /** The steps up to the failure; when the process was killed, those that it had reported until then. */
  readonly trace: StepsTrace | undefined;

  constructor(
    kind: LaneFailureKind,
    code: ExecutionErrorCode,
    message: string,
    component: string | null = null,
    trace?: StepsTrace,
  ) {
    super(message);
    this.name = 'LaneFailure';
    this.kind = kind;
    this.code = code;
    this.component = component;
    this.trace = trace;
  }
}

/** A child process that works on pixels, one job at a time. It may be killed at any moment. */
export type Lane = {
  /** Rejects only with a LaneFailure. Aborting kills the process when the job has begun. */
  apply(job: LaneJob, signal: AbortSignal): Promise<LaneResult>;
  close(): Promise<void>;
};

/** A lane for previews and thumbnails, which a person waits for. Organizations take turns. */
export type PreviewLane = {
  /** Rejects with a LaneFailure, or with an `unavailable` refusal when too many jobs of the organization wait. */
  apply(job: LaneJob, organizationId: OrganizationId, signal: AbortSignal): Promise<LaneResult>;
  close(): Promise<void>;
};

/**
 * Reads an image's header in a process that may be killed, and refuses images that the service does not accept.
 * Organizations take turns.
 */
export type Inspector = {
  /** Rejects with an `unprocessable_image` refusal. */
  inspect(path: string, organizationId: OrganizationId): Promise<ImageFacts>;
  close(): Promise<void>;
};
