import type { ExecutionId, OrganizationId, WorkerId } from '../../domain/ids.ts';
import { METRICS } from '../../metrics/metrics.ts';
import type { Intake } from '../../ports/executions.ts';
import { emptiedQueue, openClaimPolicy } from './claim-policy.ts';
import { openFairClaims } from './fair-claims.ts';
import { openIntake } from './intake.ts';
import { openRunning, type RunningWorld } from './running.ts';
import { openWakeUp } from './wake-up.ts';

export type WorkerWorld = RunningWorld & {
  worker: WorkerId;
  /**
   * False right after a database outage, so that other workers can renew their leases before they are taken for dead.
   */
  mayTakeOver(): boolean;
  /** The place of this worker among all workers: they take turns to look into the queue. */
  place?(): { rank: number; count: number };
};

export type Worker = Intake & {
  /** Looks for work in the queue. `organizationId`: the organization that queued the work, if it is known. */
  wake(organizationId?: OrganizationId): void;
  /** Stops work on an execution that a person ended during this attempt. */
  ended(id: ExecutionId, attempt: number): void;
  /** Takes no new work and waits up to `graceMs` for running executions; other workers take over the rest. */
  stop(graceMs: number): Promise<void>;
};

// How often a worker looks for queued work whose message was lost, and for executions of dead workers. Several workers
// take turns of TURN_MS, so the number of looks does not grow with the number of workers. Even if every second worker
// misses its turn, one looks about every LOOK_AGAIN_MS.
const LOOK_AGAIN_MS = 500;
const TURN_MS = 250;
// Finds executions that were ended and whose message was lost.
const CHECK_RUNNING_MS = 2_000;
const MAX_TAKE_OVER = 64;

/** Takes executions from the queue and runs them in the lanes, until it is stopped. */
export const startWorker = (world: WorkerWorld): Worker => {
  const { pool, queue, objects } = world;
  let stopping = false;
  let takeOverIsDue = true;

  const running = openRunning(world, () => {
    if (!intake.queueIsEmpty()) wakeUp.wake();
  });
  const inHand = () => running.ahead.size + intake.arriving.size;
  const intake = openIntake(
    world.worker,
    () => (wakeUp.isAsleep() ? pool.capacity().most - inHand() : 0),
    (claim) => {
      // Another worker takes over an execution that arrives while this one stops.
      if (!stopping) running.begin(claim);
    },
  );
  const policy = openClaimPolicy(pool, { ahead: running.ahead, size: inHand });
  const claimFairly = openFairClaims(world);

  // Take-over and claim never run at the same time. Therefore, if an execution is ACTIVE under this worker but is
  // neither running nor arriving here, the database's answer to its claim was lost, and the take-over may take it.
  const wakeUp = openWakeUp(async () => {
    await takeOver();
    const wanted = policy.decide();
    if (!wanted || stopping) return;
    // The last free disk space is kept for executions that have begun.
    await objects.checkRoom();
    const claims = await claimFairly(wanted);
    policy.noteClaimed(wanted, claims);
    intake.noteQueue(emptiedQueue(wanted, claims));
    METRICS.claims.inc(claims.length);
    claims.forEach(running.begin);
  });

  const takeOver = async () => {
    if (!takeOverIsDue || !world.mayTakeOver()) return;
    takeOverIsDue = false;
    const known = [...running.ids(), ...intake.arriving];
    const claims = await queue.takeOver(world.worker, MAX_TAKE_OVER, known);
    METRICS.takeOvers.inc(claims.length);
    for (const { id, attempt } of claims)
      world.reportLine(
        'This worker took over an execution: its worker is gone, or the answer to its claim was lost.',
        { execution: id, attempt },
      );
    claims.forEach(running.begin);
  };

  const wake = (organizationId?: OrganizationId) => {
    intake.noteQueue(false);
    if (organizationId) policy.noteQueued(organizationId);
    wakeUp.wake();
  };

  const wakeIfQueued = async () => {
    if (policy.hasRoom() && (await queue.hasQueued())) wake();
  };

  const dropLost = async () => {
    const ids = [...running.ids()];
    if (ids.length > 0)
      for (const { id, attempt } of await queue.endedMeanwhile(ids)) running.ended(id, attempt);
  };

  let look: NodeJS.Timeout;
  const lookAgain = () => {
    look = setTimeout(
      () => {
        takeOverIsDue = true;
        wake();
        lookAgain();
      },
      nextLookInMs(world.place?.() ?? ALONE),
    );
  };
  lookAgain();
  // With several workers, most of them do not listen for messages, and their turn to look comes rarely. So each worker
  // with room also checks for queued work, but not for executions of dead workers. This check costs little.
  const glance = setInterval(() => {
    if ((world.place?.() ?? ALONE).count > 1) void wakeIfQueued().catch(() => {});
  }, LOOK_AGAIN_MS);
  // A check fails while the database is unreachable; the next one finds what it missed.
  const check = setInterval(() => void dropLost().catch(() => {}), CHECK_RUNNING_MS);
  wake();

  return {
    reserve: intake.reserve,
    settle: intake.settle,
    wake,
    ended: running.ended,
    stop: async (graceMs) => {
      stopping = true;
      clearTimeout(look);
      clearInterval(glance);
      clearInterval(check);
      await wakeUp.stop();
      await running.stop(graceMs);
      await pool.close();
    },
  };
};

const ALONE = { rank: 0, count: 1 };

/** The time until the next turn of a worker. The turns of all workers follow from the clock alone. */
const nextLookInMs = ({ rank, count }: { rank: number; count: number }, now = Date.now()): number => {
  if (count === 1) return LOOK_AGAIN_MS;
  const round = count * TURN_MS;
  const sinceTurn = (now - rank * TURN_MS) % round;
  return round - sinceTurn;
};
