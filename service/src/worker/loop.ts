import type { ExecutionId, OrganizationId, WorkerId } from '../domain/ids.ts';
import { type RunWorld, runExecution } from '../operations/run-execution.ts';
import type { Claim } from '../ports/executions.ts';
import type { LanePool } from './lane-pool.ts';

export type WorkerWorld = Omit<RunWorld, 'apply'> & {
  worker: WorkerId;
  pool: LanePool;
  reportError(error: unknown, context: Record<string, string>): void;
};

export type Worker = {
  /** Something may be waiting in the queue, of this organization if it is named. */
  wake(organizationId?: OrganizationId): void;
  /** The execution was ended by a person: stop working on it. */
  ended(id: ExecutionId): void;
  /** No new work; what runs may finish until the time is over, and is then left to other workers. */
  stop(graceMs: number): Promise<void>;
};

// The net under lost notifications, and how soon a dead worker's executions are found.
const LOOK_AGAIN_MS = 500;
const MAX_TAKE_OVER = 64;

export const startWorker = (world: WorkerWorld): Worker => {
  const running = new Map<ExecutionId, { stop: AbortController; done: Promise<void> }>();
  let stopping = false;
  let looking: Promise<void> | undefined;
  let lookOnceMore = false;
  let lastServed: OrganizationId | undefined;

  /** Executions on their way to a lane or in one; what is being stored and committed no longer counts. */
  const ahead = new Map<ExecutionId, OrganizationId>();
  let newcomer = false;

  const run: RunWorld = {
    ...world,
    apply: async (job, claim, signal) => {
      ahead.set(claim.id, claim.organizationId);
      try {
        return await world.pool.apply(job, claim.organizationId, signal);
      } finally {
        ahead.delete(claim.id);
        wake();
      }
    },
  };

  const begin = (claim: Claim) => {
    const stop = new AbortController();
    ahead.set(claim.id, claim.organizationId);
    const done = runExecution(run, claim, stop.signal)
      // What could not be brought to an end stays ACTIVE under this worker until its sign of life ends.
      .catch((error) => world.reportError(error, { execution: claim.id }))
      .finally(() => {
        ahead.delete(claim.id);
        running.delete(claim.id);
      });
    running.set(claim.id, { stop, done });
  };

  const look = async () => {
    for (lookOnceMore = true; lookOnceMore && !stopping; ) {
      lookOnceMore = false;
      const wanted = wantedNow();
      if (!wanted) return;
      const claims = await world.queue.claim(world.worker, wanted.count, {
        after: lastServed,
        except: wanted.except,
      });
      lastServed = claims.at(-1)?.organizationId ?? lastServed;
      for (const claim of claims) begin(claim);
    }
  };

  const wantedNow = (): { count: number; except: OrganizationId[] } | undefined => {
    const { most, refillAt } = world.pool.capacity();
    const isNewcomer = newcomer;
    newcomer = false;
    if (ahead.size <= refillAt) return { count: most - ahead.size, except: [] };
    // An organization with nothing here does not wait until others have used up what was claimed ahead.
    const full = ahead.size >= most + world.pool.lanes;
    return isNewcomer && !full
      ? { count: world.pool.lanes, except: [...new Set(ahead.values())] }
      : undefined;
  };

  const wake = (organizationId?: OrganizationId) => {
    lookOnceMore = true;
    if (organizationId && ![...ahead.values()].includes(organizationId)) newcomer = true;
    if (looking || stopping) return;
    looking = look()
      .catch(() => {}) // The database is away: the timer looks again.
      .finally(() => {
        looking = undefined;
        // Asked for after the last look had ended, and before this was known.
        if (lookOnceMore) wake();
      });
  };

  const takeOver = async () => {
    if (stopping) return;
    for (const claim of await world.queue.takeOver(world.worker, MAX_TAKE_OVER)) begin(claim);
  };
  const timer = setInterval(() => {
    wake();
    takeOver().catch(() => {});
  }, LOOK_AGAIN_MS);
  takeOver().catch(() => {});
  wake();

  return {
    wake,
    ended: (id) => running.get(id)?.stop.abort(),
    stop: async (graceMs) => {
      stopping = true;
      clearInterval(timer);
      await looking;
      const all = Promise.all([...running.values()].map(({ done }) => done));
      const grace = AbortSignal.timeout(graceMs);
      await Promise.race([all, new Promise((resolve) => grace.addEventListener('abort', resolve))]);
      for (const { stop } of running.values()) stop.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
      await world.pool.close();
    },
  };
};
