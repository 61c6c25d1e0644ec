import type { StepsTrace } from '../../domain/executions/trace.ts';
import { LaneFailure } from '../../ports/lanes.ts';
import type { ProcessEnd } from '../../processes/watched-process.ts';

/** The most time and memory that a job may take. */
export type JobLimits = { deadlineMs: number; memoryBytes: number };

// The deadline is generous, so that a job that is only slow is not killed: an image can be harder than the measured
// ones, and the machine busier.
const TIMES_EXPECTED = 20;
const LEAST_DEADLINE_MS = 10_000;

/**
 * The deadline of a job, from its expected time and the configured maximum. A thumbnail that hangs blocks its lane for
 * 10 s instead of the time allowed for the largest image.
 */
export const deadlineOf = (expectedMs: number | undefined, mostMs: number): number =>
  expectedMs === undefined
    ? mostMs
    : Math.min(mostMs, Math.max(LEAST_DEADLINE_MS, Math.round(TIMES_EXPECTED * expectedMs)));

/** The failure of a job whose process was killed because the job exceeded a limit. `reached` is its trace so far. */
export const overLimit = (
  exceeded: NonNullable<ProcessEnd['exceeded']>,
  { deadlineMs, memoryBytes }: JobLimits,
  reached: StepsTrace | undefined,
): LaneFailure =>
  exceeded === 'time'
    ? new LaneFailure('crash', 'deadline_exceeded', tooSlow(deadlineMs), null, reached)
    : new LaneFailure('crash', 'memory_exceeded', tooLarge(memoryBytes), null, reached);

const tooSlow = (deadlineMs: number) =>
  `The image took longer than ${Math.round(deadlineMs / 100) / 10} s. Use a smaller image, or fewer or lighter steps.`;
const tooLarge = (memoryBytes: number) =>
  `The image needed more than ${Math.round(memoryBytes / 1024 ** 2)} MiB of memory. Use a smaller image or result.`;
