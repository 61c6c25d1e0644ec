import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionId, OrganizationId, WorkerId } from '../domain/ids.ts';
import { type RunWorld, runExecution } from '../operations/run-execution.ts';
import type { Claim, Intake, NewExecution } from '../ports/executions.ts';
import type { LanePool } from './lane-pool.ts';

export type WorkerWorld = Omit<RunWorld, 'apply'> & {
  worker: WorkerId;
  pool: LanePool;
  /** Not right after the database was away: others, who were cut off as well, come back first. */
  mayTakeOver(): boolean;
  reportError(error: unknown, context: Record<string, string>): void;
};

export type Worker = Intake & {
  /** Something may be waiting in the queue, of this organization if it is named. */
  wake(organizationId?: OrganizationId): void;
  /** The execution was ended by a person during this attempt: stop working on it. */
  ended(id: ExecutionId, attempt: number): void;
  /** No new work; what runs may finish until the time is over, and is then left to other workers. */
  stop(graceMs: number): Promise<void>;
};

type Running = { first: Claim; stop: AbortController; done: Promise<void> };

// The net under lost notifications, and how soon a dead worker's executions are found.
const LOOK_AGAIN_MS = 500;
const MAX_TAKE_OVER = 64;

export const startWorker = (world: WorkerWorld): Worker => {
  const running = new Map<ExecutionId, Running>();
  let stopping = false;
  let looking: Promise<void> | undefined;
  let lookOnceMore = false;
  let takeOverIsDue = true;
  let lastServed: OrganizationId | undefined;

  /** Executions on their way to a lane or in one; what is being stored and committed no longer counts. */
  const ahead = new Set<Claim>();
  /** Those of them that were claimed beyond what is looked ahead, for organizations that had nothing here. */
  const guests = new Set<Claim>();
  /** Taken by the commits that create them, which are under way. */
  const arriving = new Set<ExecutionId>();
  let newcomer = false;
  /** Nothing was left at the last look: until a notification or the timer, there is no use in another. */
  let drained = false;

  const leave = (claim: Claim) => {
    ahead.delete(claim);
    guests.delete(claim);
  };

  const begin = (first: Claim) => {
    const stop = new AbortController();
    const apply: RunWorld['apply'] = async (job, claim, signal) => {
      ahead.add(first);
      try {
        return await world.pool.apply(job, claim.organizationId, signal);
      } finally {
        leave(first);
        if (!drained) wake();
      }
    };
    ahead.add(first);
    const done = runExecution({ ...world, apply }, first, stop.signal)
      // What could not be brought to an end stays ACTIVE, and is taken up again by this worker or another.
      .catch((error) => {
        if (!stop.signal.aborted) world.reportError(error, { execution: first.id });
      })
      .finally(() => {
        leave(first);
        // After a cancel and a retry the next run of the same execution may have begun already.
        if (running.get(first.id)?.first === first) running.delete(first.id);
      });
    running.set(first.id, { first, stop, done });
  };

  // Claims and take-overs are made one after another: what is then ACTIVE under this worker and not running here is
  // something that it was never told of.
  const look = async () => {
    for (lookOnceMore = true; lookOnceMore && !stopping; ) {
      lookOnceMore = false;
      await takeOver();
      const wanted = wantedNow();
      if (!wanted || stopping) return;
      // What room is left on the disk is kept for the work that has begun.
      await world.objects.checkRoom();
      const claims = await claim(wanted.count, wanted.except);
      lastServed = claims.at(-1)?.organizationId ?? lastServed;
      drained = wanted.except.length === 0 && leftNothing(claims, wanted.count);
      for (const claim of claims) {
        if (wanted.asGuests) guests.add(claim);
        begin(claim);
      }
    }
  };

  /** The database shares by number. Whoever has had much more time than others comes after them. */
  const claim = async (count: number, except: OrganizationId[]): Promise<Claim[]> => {
    const overserved = world.pool.overserved().filter((organizationId) => !except.includes(organizationId));
    const take = (most: number, without: OrganizationId[]) =>
      world.queue.claim(world.worker, most, { after: lastServed, except: without });
    const first = await take(count, [...except, ...overserved]);
    if (overserved.length === 0 || first.length >= count) return first;
    // What is claimed already is not lost if this fails.
    return [...first, ...(await take(count - first.length, except).catch(() => []))];
  };

  const takeOver = async () => {
    if (!takeOverIsDue || !world.mayTakeOver()) return;
    takeOverIsDue = false;
    const known = [...running.keys(), ...arriving];
    const claims = await world.queue.takeOver(world.worker, MAX_TAKE_OVER, known);
    for (const claim of claims) begin(claim);
  };

  const wantedNow = (): { count: number; except: OrganizationId[]; asGuests?: true } | undefined => {
    const { most, refillAt } = world.pool.capacity();
    const free = world.pool.lanes - guests.size;
    const busy = ahead.size + arriving.size;
    if (busy > refillAt && (!newcomer || free <= 0)) return undefined;
    newcomer = false;
    if (busy <= refillAt) return { count: most - busy, except: [] };
    // An organization with nothing here does not wait until others have used up what was claimed ahead.
    return { count: free, except: organizationsAhead(), asGuests: true };
  };

  const organizationsAhead = () => [...new Set([...ahead].map(({ organizationId }) => organizationId))];

  const wake = (organizationId?: OrganizationId) => {
    lookOnceMore = true;
    drained = false;
    if (organizationId && !organizationsAhead().includes(organizationId)) newcomer = true;
    if (looking || stopping) return;
    looking = look()
      .catch(() => {}) // The database is away, or the disk is full: the timer looks again.
      .finally(() => {
        looking = undefined;
        // Asked for after the last look had ended, and before this was known.
        if (lookOnceMore) wake();
      });
  };

  /** Only while nobody waits. Those that find no room wait from then on, and whoever comes later goes behind them. */
  const reserve: Intake['reserve'] = (executions) => {
    const room =
      drained && !looking && !stopping ? world.pool.capacity().most - ahead.size - arriving.size : 0;
    if (room < executions.length) drained = false;
    if (room <= 0) return undefined;
    const reserved = executions.slice(0, room);
    for (const { id } of reserved) arriving.add(id);
    return {
      worker: world.worker,
      count: reserved.length,
      settle: (taken) => {
        for (const { id } of reserved) arriving.delete(id);
        // Taken while this worker ends: others take them over.
        if (taken && !stopping)
          for (const execution of reserved) begin(claimAtCreation(execution, world.worker));
      },
    };
  };

  const timer = setInterval(() => {
    takeOverIsDue = true;
    wake();
  }, LOOK_AGAIN_MS);
  wake();

  return {
    reserve,
    wake,
    ended: (id, attempt) => {
      const run = running.get(id);
      if (run && run.first.attempt <= attempt) run.stop.abort();
    },
    stop: async (graceMs) => {
      stopping = true;
      clearInterval(timer);
      await looking;
      const all = () => Promise.all([...running.values()].map(({ done }) => done));
      const finished = new AbortController();
      const grace = sleep(graceMs, undefined, { signal: finished.signal }).catch(() => {});
      await Promise.race([all(), grace]);
      finished.abort();
      for (const { stop } of running.values()) stop.abort();
      await all();
      await world.pool.close();
    },
  };
};

/** One organization alone may have all that is asked for. Of several, each has its share and may have more waiting. */
const leftNothing = (claims: Claim[], asked: number): boolean =>
  claims.length < asked && new Set(claims.map(({ organizationId }) => organizationId)).size <= 1;

const claimAtCreation = (execution: NewExecution, worker: WorkerId): Claim => ({
  id: execution.id,
  organizationId: execution.organizationId,
  workflowVersion: execution.workflowVersion,
  inputs: execution.inputs,
  settings: execution.settings,
  worker,
  attempt: 1,
  attemptInThisRun: 1,
  hasWebhooks: execution.webhooks.length > 0,
});
