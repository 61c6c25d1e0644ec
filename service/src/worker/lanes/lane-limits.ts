import type { StepsTrace } from '../../domain/executions/trace.ts';
import { LaneFailure } from '../../ports/lanes.ts';
import type { ProcessEnd } from '../../processes/watched-process.ts';

/** The most time and memory that a job may take. */
export type JobLimits = { deadlineMs: number; memoryBytes: number };

// The deadline is generous, so that a job that is only slow is not killed: an image can be harder than the measured
// ones, and the machine busier.
const DEADLINE_FACTOR = 20;
const MIN_DEADLINE_MS = 10_000;

/**
 * The deadline of a job, from its expected time and the configured maximum. A thumbnail that hangs therefore
 * blocks its lane for only 10 s, and not for the time allowed for the largest image.
 */
export const deadlineOf = (expectedMs: number | undefined, maxMs: number): number =>
  expectedMs === undefined
    ? maxMs
    : Math.min(maxMs, Math.max(MIN_DEADLINE_MS, Math.round(DEADLINE_FACTOR * expectedMs)));

/** The failure of a job whose process was killed because the job exceeded a limit. */
export const overLimit = (
  exceeded: NonNullable<ProcessEnd['exceeded']>,
  { deadlineMs, memoryBytes }: JobLimits,
  traceSoFar: StepsTrace | undefined,
): LaneFailure =>
  exceeded === 'time'
    ? new LaneFailure('crash', 'deadline_exceeded', tooSlow(deadlineMs), null, traceSoFar)
    : new LaneFailure('crash', 'memory_exceeded', tooLarge(memoryBytes), null, traceSoFar);

const tooSlow = (deadlineMs: number) =>
  `Processing the image took longer than ${Math.round(deadlineMs / 100) / 10} s. Run it again with a smaller image, or with fewer or lighter steps.`;
const tooLarge = (memoryBytes: number) =>
  `Processing the image needed more than ${Math.round(memoryBytes / 1024 ** 2)} MiB of memory. Run it again with a smaller image or a smaller result.`;
