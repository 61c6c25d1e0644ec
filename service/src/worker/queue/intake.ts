import { batchOf } from '../../domain/executions/batch.ts';
import type { ExecutionId, WorkerId } from '../../domain/ids.ts';
import { imageSizeLabel, METRICS } from '../../metrics/metrics.ts';
import type { Claim, Intake, NewExecution } from '../../ports/executions.ts';

type WorkerIntake = Intake & {
  /** Executions that are reserved for this worker by a commit in progress. */
  arriving: ReadonlySet<ExecutionId>;
  queueIsEmpty(): boolean;
  noteQueue(isEmpty: boolean): void;
};

/**
 * While the queue is empty and the lanes have room, the commit that creates executions also claims them for
 * this worker. See docs/decisions/0005-taken-at-creation.md.
 */
export const openIntake = (
  worker: WorkerId,
  room: () => number,
  begin: (claim: Claim) => void,
): WorkerIntake => {
  const arriving = new Set<ExecutionId>();
  let queueIsEmpty = false;

  return {
    arriving,
    queueIsEmpty: () => queueIsEmpty,
    noteQueue: (isEmpty) => {
      queueIsEmpty = isEmpty;
    },
    reserve: (executions) => {
      const reserved = executions.slice(0, queueIsEmpty ? Math.max(0, room()) : 0);
      // The executions without a place go to the queue. Later ones must not overtake them, so the queue
      // now counts as not empty.
      if (reserved.length < executions.length) queueIsEmpty = false;
      for (const { id } of reserved) arriving.add(id);
      return reserved.length > 0 ? { worker, count: reserved.length } : undefined;
    },
    settle: (execution, taken) => {
      arriving.delete(execution.id);
      if (!taken) return;
      METRICS.claims.inc();
      METRICS.queueWaitSeconds.observe({ size: imageSizeLabel(execution.inputs.default) }, 0);
      begin(claimAtCreation(execution, worker));
    },
  };
};

const claimAtCreation = (execution: NewExecution, worker: WorkerId): Claim => ({
  id: execution.id,
  organizationId: execution.organizationId,
  workflowVersion: execution.workflowVersion,
  inputs: execution.inputs,
  settings: execution.settings,
  worker,
  attempt: 1,
  countedAttempt: 1,
  hasWebhooks: execution.webhooks.length > 0,
  batchId: batchOf(execution.labels)?.id ?? null,
  mustReview: false,
  traceParent: execution.traceParent,
  waitedSeconds: 0,
});
