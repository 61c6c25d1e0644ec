import type { ExecutionErrorCode } from '../../domain/executions/execution.ts';
import type { StepsTrace } from '../../domain/executions/trace.ts';
import type { ImageFacts, ImageLimits } from '../../domain/images/image-formats.ts';
import type { LaneFailureKind, LaneJob, LaneResult } from '../../ports/lanes.ts';

/** What is said to a process that touches pixels. */
export type ToLane =
  | { say: 'apply'; id: number; job: LaneJob }
  /** Forget a job that has not begun. Answered with `dropped`, unless it has. */
  | { say: 'drop'; id: number }
  /** The answer to `find`: a probability for each pixel of the square in 8 bits, base64; or why there is none. */
  | { say: 'found'; ask: number; region: string }
  /** The answer to `enlarge`: the larger square, 8-bit RGB, base64. */
  | { say: 'enlarged'; ask: number; square: string }
  | { say: 'notFound'; ask: number; message: string }
  | { say: 'inspect'; id: number; path: string; limits: ImageLimits };

/** What it answers. */
export type FromLane =
  | { say: 'ready' }
  | { say: 'begun'; id: number }
  /** Where a job that takes its time is now, in case it never ends. */
  | { say: 'reached'; id: number; trace: StepsTrace }
  | { say: 'done'; id: number; result: LaneResult }
  | { say: 'failed'; id: number; failure: LaneFailureText }
  | { say: 'dropped'; id: number }
  /** Where is the object? The square is 8-bit RGB, base64. */
  | { say: 'find'; ask: number; square: string }
  /** The same square, larger? 8-bit RGB, base64. */
  | { say: 'enlarge'; ask: number; square: string }
  | { say: 'inspected'; id: number; facts: ImageFacts }
  | { say: 'refused'; id: number; message: string };

export type LaneFailureText = {
  kind: Extract<LaneFailureKind, 'final' | 'crash' | 'no_room'>;
  code: ExecutionErrorCode;
  message: string;
  component: string | null;
  trace: StepsTrace;
};
