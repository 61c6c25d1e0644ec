import type { ExecutionId, OrganizationId, WorkerId } from '../domain/ids.ts';
import type { Claim, Intake, NewExecution } from '../ports/executions.ts';
import { openRunning, type RunningWorld } from './running.ts';

export type WorkerWorld = RunningWorld & {
  worker: WorkerId;
  /** Not right after the database was away: others, who were cut off as well, come back first. */
  mayTakeOver(): boolean;
};

export type Worker = Intake & {
  /** Something may be waiting in the queue, of this organization if it is named. */
  wake(organizationId?: OrganizationId): void;
  /** The execution was ended by a person during this attempt: stop working on it. */
  ended(id: ExecutionId, attempt: number): void;
  /** No new work; what runs may finish until the time is over, and is then left to other workers. */
  stop(graceMs: number): Promise<void>;
};

// The net under lost notifications, and how soon a dead worker's executions are found.
const LOOK_AGAIN_MS = 500;
const MAX_TAKE_OVER = 64;

export const startWorker = (world: WorkerWorld): Worker => {
  let stopping = false;
  let looking: Promise<void> | undefined;
  let lookOnceMore = false;
  let takeOverIsDue = true;
  let lastServed: OrganizationId | undefined;
  /** An organization that has nothing here waits. */
  let newcomer = false;
  /** Nothing was left at the last look: until a notification or the timer, there is no use in another. */
  let drained = false;
  /** Claimed beyond what is looked ahead, for organizations that had nothing here. */
  let guests: Claim[] = [];
  /** Taken by the commits that create them, which are under way. */
  const arriving = new Set<ExecutionId>();

  const running = openRunning(world, () => {
    if (!drained) wake();
  });
  const inHand = () => running.ahead.size + arriving.size;
  const organizationsAhead = () => [
    ...new Set([...running.ahead].map(({ organizationId }) => organizationId)),
  ];

  // Claims and take-overs are made one after another: what is then ACTIVE under this worker and not running here is
  // something that it was never told of.
  const look = async () => {
    for (lookOnceMore = true; lookOnceMore && !stopping; ) {
      lookOnceMore = false;
      await takeOver();
      const wanted = wantedNow();
      if (!wanted || stopping) return;
      newcomer = false;
      // What room is left on the disk is kept for the work that has begun.
      await world.objects.checkRoom();
      const claims = await claim(wanted.count, wanted.except);
      lastServed = claims.at(-1)?.organizationId ?? lastServed;
      drained = wanted.except.length === 0 && leftNothing(claims, wanted.count);
      if (wanted.asGuests) guests.push(...claims);
      claims.forEach(running.begin);
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
    const known = [...running.ids(), ...arriving];
    const claims = await world.queue.takeOver(world.worker, MAX_TAKE_OVER, known);
    claims.forEach(running.begin);
  };

  const wantedNow = (): { count: number; except: OrganizationId[]; asGuests?: true } | undefined => {
    const { most, refillAt } = world.pool.capacity();
    if (inHand() <= refillAt) return { count: most - inHand(), except: [] };
    // An organization with nothing here does not wait until others have used up what was claimed ahead.
    guests = guests.filter((guest) => running.ahead.has(guest));
    const free = world.pool.lanes - guests.length;
    return newcomer && free > 0 ? { count: free, except: organizationsAhead(), asGuests: true } : undefined;
  };

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
    const room = drained && !looking && !stopping ? world.pool.capacity().most - inHand() : 0;
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
          for (const execution of reserved) running.begin(claimAtCreation(execution, world.worker));
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
    ended: running.ended,
    stop: async (graceMs) => {
      stopping = true;
      clearInterval(timer);
      await looking;
      await running.stop(graceMs);
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
