import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionId } from '../../domain/ids.ts';
import {
  ProcessUnusable,
  type RunPorts,
  runExecution,
} from '../../operations/executions/running/run-execution.ts';
import type { Claim } from '../../ports/executions.ts';
import { LaneFailure } from '../../ports/lanes.ts';
import type { LanePool } from '../lanes/lane-pool.ts';

export type RunsPorts = Omit<RunPorts, 'apply'> & {
  pool: LanePool;
  reportWarning(message: string, context: Record<string, string | number>): void;
  /** Called when an execution was left to other workers, because this process cannot do the work. */
  onUnusable(): void;
};

/** The executions that this worker runs, from claim to end. */
export type Runs = {
  begin(first: Claim): void;
  ids(): Iterable<ExecutionId>;
  /** Claims that wait for a lane or are in one, without those whose result is being stored. */
  unprocessed: ReadonlySet<Claim>;
  /** Stops the run because a person ended the execution during this attempt. */
  abortEnded(id: ExecutionId, attempt: number): void;
  /**
   * Waits up to `graceMs` for all runs to finish, then aborts the others. Other workers take over their executions.
   */
  stop(graceMs: number): Promise<void>;
};

type Run = { first: Claim; stop: AbortController; done: Promise<void> };

/** Runs claimed executions in the lanes. Calls `onRoom` when a lane has finished one. */
export const openRuns = (ports: RunsPorts, onRoom: () => void): Runs => {
  const byId = new Map<ExecutionId, Run>();
  const unprocessed = new Set<Claim>();
  const allDone = () => Promise.all([...byId.values()].map(({ done }) => done));

  const reportDeath = ({ id, attempt }: Claim, { code, message: reason }: LaneFailure): void =>
    ports.reportWarning(
      'A lane process ended during an attempt. The execution runs again unless its attempts are used up.',
      { execution: id, attempt, code, reason },
    );

  const begin = (first: Claim): void => {
    const stop = new AbortController();
    const apply: RunPorts['apply'] = async (job, claim, signal) => {
      unprocessed.add(first);
      try {
        return await ports.pool.apply(job, claim.organizationId, signal);
      } catch (error) {
        // Logs only the death of a lane. An error with the code system_error is from a lane that is still alive;
        // run-execution logs it when it fails the execution.
        if (error instanceof LaneFailure && error.kind === 'crash' && error.code !== 'system_error')
          reportDeath(claim, error);
        throw error;
      } finally {
        unprocessed.delete(first);
        onRoom();
      }
    };
    unprocessed.add(first);
    const done = runExecution({ ...ports, apply }, first, stop.signal)
      // When the end of an execution cannot be recorded, it stays ACTIVE until this worker or another takes it over.
      .catch((error) => {
        if (stop.signal.aborted) return;
        ports.reportError(error, { execution: first.id });
        if (error instanceof ProcessUnusable) ports.onUnusable();
      })
      .finally(() => {
        unprocessed.delete(first);
        // After a cancel and a retry, `byId` may already have the next run of the same execution.
        if (byId.get(first.id)?.first === first) byId.delete(first.id);
      });
    byId.set(first.id, { first, stop, done });
  };

  return {
    begin,
    ids: () => byId.keys(),
    unprocessed,
    abortEnded: (id, attempt) => {
      const run = byId.get(id);
      if (run && run.first.attempt <= attempt) run.stop.abort();
    },
    stop: async (graceMs) => {
      const finished = new AbortController();
      const grace = sleep(graceMs, undefined, { signal: finished.signal }).catch(() => {});
      await Promise.race([allDone(), grace]);
      finished.abort();
      for (const { stop } of byId.values()) stop.abort();
      await allDone();
    },
  };
};
