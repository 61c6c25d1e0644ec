import type { Status } from '../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId, WorkerId, WorkflowId, WorkflowVersionId } from '../domain/ids.ts';
import type { TimeHistogram } from '../domain/usage/time-histogram.ts';

/** The amount of work that waits, that runs, and that was finished in the last minutes. */
export type QueueDepth = {
  waiting: number;
  running: number;
  /** The time at which the oldest waiting execution was queued; null when none waits. */
  oldestWaitingAt: Date | null;
  /**
   * The number of executions per minute that ended or went to review, over the last five minutes. It lags by
   * a few seconds.
   */
  throughputPerMinute: number;
  /**
   * The times that executions waited in the queue, for the runs that ended in the last hour. They lag by a
   * few seconds.
   */
  waitTimes: TimeHistogram;
};

/**
 * The number of executions that ended or went to review in the last `seconds`. This period begins when the
 * oldest waiting execution was queued, but at most five minutes ago.
 */
export type BusyRate = { finished: number; seconds: number };

export type LivingWorker = { id: WorkerId; lanes: number; running: number; leaseUntil: Date };

/** The place of an execution in the queue of its organization. */
export type QueuePlace = {
  status: Status;
  startedAt: Date | null;
  workflowVersion: WorkflowVersionId;
  /** 1 for the next one; null unless it waits and is not paused. Places are counted up to `MAX_COUNTED_PLACES`. */
  position: number | null;
};

/** Places are counted up to this one, so that a queue of a million costs no more than one of ten thousand. */
export const MAX_COUNTED_PLACES = 10_000;

/** Reads facts about the queue. No method costs more with a million executions than with ten thousand. */
export type Queue = {
  ofOrganization(id: OrganizationId): Promise<QueueDepth & { busy: BusyRate | undefined }>;
  ofPlatform(): Promise<QueueDepth>;
  placeOf(organizationId: OrganizationId, id: ExecutionId): Promise<QueuePlace | undefined>;
  workers(): Promise<LivingWorker[]>;
  /** The number of lanes of all living workers. */
  lanes(): Promise<number>;
  /**
   * The mean time that the steps of the latest executions took, in milliseconds; of one workflow version if it is given.
   * Undefined when too few have finished.
   */
  recentWorkMs(
    organizationId: OrganizationId,
    of?: { workflow: WorkflowId; version: WorkflowVersionId },
  ): Promise<number | undefined>;
};
