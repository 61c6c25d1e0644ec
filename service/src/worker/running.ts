import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionId } from '../domain/ids.ts';
import { type RunWorld, runExecution } from '../operations/run-execution.ts';
import type { Claim } from '../ports/executions.ts';
import type { LanePool } from './lane-pool.ts';

export type RunningWorld = Omit<RunWorld, 'apply'> & {
  pool: LanePool;
  reportError(error: unknown, context: Record<string, string>): void;
};

/** The executions that this worker is at, from their claim to their end. */
export type Running = {
  begin(first: Claim): void;
  ids(): Iterable<ExecutionId>;
  /** On their way to a lane or in one; what is being stored and committed no longer counts. */
  ahead: ReadonlySet<Claim>;
  /** The execution was ended by a person during this attempt. */
  ended(id: ExecutionId, attempt: number): void;
  /** All may finish until the time is over; then they are left to other workers. */
  stop(graceMs: number): Promise<void>;
};

type Run = { first: Claim; stop: AbortController; done: Promise<void> };

/** `onRoom`: a lane is through with one. */
export const openRunning = (world: RunningWorld, onRoom: () => void): Running => {
  const runs = new Map<ExecutionId, Run>();
  const ahead = new Set<Claim>();
  const allDone = () => Promise.all([...runs.values()].map(({ done }) => done));

  const begin = (first: Claim): void => {
    const stop = new AbortController();
    const apply: RunWorld['apply'] = async (job, claim, signal) => {
      ahead.add(first);
      try {
        return await world.pool.apply(job, claim.organizationId, signal);
      } finally {
        ahead.delete(first);
        onRoom();
      }
    };
    ahead.add(first);
    const done = runExecution({ ...world, apply }, first, stop.signal)
      // What could not be brought to an end stays ACTIVE, and is taken up again by this worker or another.
      .catch((error) => {
        if (!stop.signal.aborted) world.reportError(error, { execution: first.id });
      })
      .finally(() => {
        ahead.delete(first);
        // After a cancel and a retry the next run of the same execution may have begun already.
        if (runs.get(first.id)?.first === first) runs.delete(first.id);
      });
    runs.set(first.id, { first, stop, done });
  };

  return {
    begin,
    ids: () => runs.keys(),
    ahead,
    ended: (id, attempt) => {
      const run = runs.get(id);
      if (run && run.first.attempt <= attempt) run.stop.abort();
    },
    stop: async (graceMs) => {
      const finished = new AbortController();
      const grace = sleep(graceMs, undefined, { signal: finished.signal }).catch(() => {});
      await Promise.race([allDone(), grace]);
      finished.abort();
      for (const { stop } of runs.values()) stop.abort();
      await allDone();
    },
  };
};
