import type { ExecutionErrorCode } from '../domain/executions/execution.ts';
import type { StepsTrace } from '../domain/executions/trace.ts';
import type { ContentHash, OrganizationId } from '../domain/ids.ts';
import type { ImageFacts, ImageLimits } from '../domain/images/image-formats.ts';
import type { Step } from '../domain/workflows/workflow.ts';

/** One picture's way through its steps. Paths are local files. */
export type LaneJob = {
  steps: Step[];
  inputs: { default: string } & Record<string, string>;
  /** Where the finished picture is written. */
  output: string;
  limits: ImageLimits;
  /** What it should take by the kept costs; its deadline and its turn go by this. Left out where nobody knows. */
  expectedMs?: number;
  /** For each step, where what it makes may be found and kept for other executions with the same beginning. */
  intermediates?: { paths: string[]; worthMs: number };
  show?: LaneShow;
};

/**
 * Pictures to look at, instead of the result. `replay`: a small one after each step, in the folder `output`.
 * `preview`: the steps on a small version of the picture, and what comes out of them; `finished` shows it as the file.
 */
export type LaneShow =
  | { kind: 'replay'; longestSide: number }
  | { kind: 'preview'; longestSide: number; finished: boolean };

export type LaneResult = ImageFacts & {
  hash: ContentHash;
  /** How sure the least sure step was, from 0 to 1, where one said so. */
  confidence?: number;
  /** A model did not answer: the same job would make something better another time. */
  makeshift?: true;
  trace: StepsTrace;
};

/**
 * Why a lane gave no result.
 * `final`: the same picture would fail again. `crash`: the process died or was ended; another attempt may help.
 * `no_room`: the disk was full; what room is left may be waited for.
 * `bumped`: another job took the process down before this one began. `canceled`: as the caller wished.
 */
export type LaneFailureKind = 'final' | 'crash' | 'no_room' | 'bumped' | 'canceled';

export class LaneFailure extends Error {
  readonly kind: LaneFailureKind;
  readonly code: ExecutionErrorCode;
  readonly component: string | null;
  /** How far it came; when the process was ended, as far as it had told by then. */
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

/** A child process that touches pixels and may be killed at any moment. It works on one job after another. */
export type Lane = {
  /** Rejects with a LaneFailure and nothing else. Aborting ends the process when the job has begun. */
  apply(job: LaneJob, signal: AbortSignal): Promise<LaneResult>;
  close(): Promise<void>;
};

/** A lane for images that people look at while they wait: previews and thumbnails. Organizations take turns. */
export type PreviewLane = {
  /** Rejects with a LaneFailure, or with an `unavailable` refusal when too many of the organization wait already. */
  apply(job: LaneJob, organizationId: OrganizationId, signal: AbortSignal): Promise<LaneResult>;
  close(): Promise<void>;
};

/**
 * Reads an image's header in a process that may be killed, and refuses what the service does not accept. Organizations
 * take turns.
 */
export type Inspector = {
  /** Rejects with an `unprocessable_image` refusal. */
  inspect(path: string, organizationId: OrganizationId): Promise<ImageFacts>;
  close(): Promise<void>;
};
