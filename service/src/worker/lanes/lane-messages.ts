import type { ExecutionErrorCode } from '../../domain/executions/execution.ts';
import type { StepsTrace } from '../../domain/executions/trace.ts';
import type { ImageFacts, ImageLimits } from '../../domain/images/image-formats.ts';
import type { LaneFailureKind, LaneJob, LaneResult } from '../../ports/lanes.ts';

/** Messages from the parent to a lane process. */
export type ToLane =
  | { say: 'apply'; id: number; job: LaneJob }
  /** Drop a job that has not begun. The lane replies `dropped`, or does not reply if the job has begun. */
  | { say: 'drop'; id: number }
  /**
   * The answer to `find`: for each pixel of the square the probability that it belongs to the object, 8 bits, base64.
   */
  | { say: 'found'; requestId: number; region: string }
  /** The answer to `enlarge`: the larger square, 8-bit RGB, base64. */
  | { say: 'enlarged'; requestId: number; square: string }
  /** The model could not process `find` or `enlarge`; `message` says why. */
  | { say: 'unanswered'; requestId: number; message: string }
  | { say: 'inspect'; id: number; path: string; limits: ImageLimits };

/** Messages from a lane process to its parent. */
export type FromLane =
  | { say: 'ready' }
  | { say: 'begun'; id: number }
  /** The trace of a long job so far, for the error message in case the job never ends. */
  | { say: 'progress'; id: number; trace: StepsTrace }
  | { say: 'done'; id: number; result: LaneResult }
  | { say: 'failed'; id: number; failure: LaneFailureText }
  | { say: 'dropped'; id: number }
  /** Asks the model where the object is. The square is 8-bit RGB, base64. */
  | { say: 'find'; requestId: number; square: string }
  /** Asks the model to enlarge the square, which is 8-bit RGB, base64. */
  | { say: 'enlarge'; requestId: number; square: string }
  | { say: 'inspected'; id: number; facts: ImageFacts }
  | { say: 'refused'; id: number; message: string };

export type LaneFailureText = {
  kind: Extract<LaneFailureKind, 'final' | 'crash' | 'no_room'>;
  code: ExecutionErrorCode;
  message: string;
  component: string | null;
  trace: StepsTrace;
};
