import type { ExecutionId, OrganizationId, WorkerId } from '../../domain/ids.ts';
import type { Intake } from '../../ports/executions.ts';
import { emptiedQueue, openClaimPolicy } from './claim-policy.ts';
import { openFairClaims } from './fair-claims.ts';
import { openIntake } from './intake.ts';
import { openRunning, type RunningWorld } from './running.ts';
import { openWakeUp } from './wake-up.ts';

export type WorkerWorld = RunningWorld & {
  worker: WorkerId;
  /** False right after the database was away: workers that were cut off as well must be able to come back first. */
  mayTakeOver(): boolean;
};

export type Worker = Intake & {
  /** Something may wait in the queue, of this organization if one is named. */
  wake(organizationId?: OrganizationId): void;
  /** A person ended the execution during this attempt: stop working on it. */
  ended(id: ExecutionId, attempt: number): void;
  /** Takes no new work. Running work may finish within `graceMs`, and is then left to other workers. */
  stop(graceMs: number): Promise<void>;
};

// Finds work whose notification was lost, and the executions of a dead worker.
const LOOK_AGAIN_MS = 500;
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
      // Other workers take over what was taken while this one stops.
      if (!stopping) running.begin(claim);
    },
  );
  const policy = openClaimPolicy(pool, { ahead: running.ahead, size: inHand });
  const claimFairly = openFairClaims(world);

  // Take-over and claim follow one another, never at the same time. Therefore an execution that is ACTIVE under this
  // worker, but neither running nor arriving here, is one whose claim was answered and the answer was lost.
  const wakeUp = openWakeUp(async () => {
    await takeOver();
    const wanted = policy.decide();
    if (!wanted || stopping) return;
    // The last room on the disk is kept for work that has begun.
    await objects.checkRoom();
    const claims = await claimFairly(wanted);
    policy.noteClaimed(wanted, claims);
    intake.noteQueue(emptiedQueue(wanted, claims));
    claims.forEach(running.begin);
  });

  const takeOver = async () => {
    if (!takeOverIsDue || !world.mayTakeOver()) return;
    takeOverIsDue = false;
    const known = [...running.ids(), ...intake.arriving];
    const claims = await queue.takeOver(world.worker, MAX_TAKE_OVER, known);
    claims.forEach(running.begin);
  };

  const wake = (organizationId?: OrganizationId) => {
    intake.noteQueue(false);
    if (organizationId) policy.noteQueued(organizationId);
    wakeUp.wake();
  };

  const timer = setInterval(() => {
    takeOverIsDue = true;
    wake();
  }, LOOK_AGAIN_MS);
  wake();

  return {
    reserve: intake.reserve,
    settle: intake.settle,
    wake,
    ended: running.ended,
    stop: async (graceMs) => {
      stopping = true;
      clearInterval(timer);
      await wakeUp.stop();
      await running.stop(graceMs);
      await pool.close();
    },
  };
};
