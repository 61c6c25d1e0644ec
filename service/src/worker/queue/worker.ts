import type { ExecutionId, OrganizationId, WorkerId } from '../../domain/ids.ts';
import { METRICS } from '../../metrics/metrics.ts';
import type { Intake } from '../../ports/executions.ts';
import { openWakeableTask } from '../waking/wakeable-task.ts';
import { isQueueEmptyAfter, openClaimPolicy } from './claim-policy.ts';
import { openFairClaims } from './fair-claims.ts';
import { openIntake } from './intake.ts';
import { openRuns, type RunsPorts } from './runs.ts';

export type WorkerPorts = RunsPorts & {
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
  abortEnded(id: ExecutionId, attempt: number): void;
  /** Takes no new work and waits up to `graceMs` for running executions; other workers take over the rest. */
  stop(graceMs: number): Promise<void>;
};

// How often a worker looks for queued work whose message was lost, and for executions of dead workers. Several workers
// take turns of TURN_MS, so the number of looks does not grow with the number of workers. Even if every second worker
// misses its turn, one looks about every POLL_EVERY_MS.
const POLL_EVERY_MS = 500;
const TURN_MS = 250;
// Finds executions that were ended and whose message was lost.
const CHECK_RUNS_EVERY_MS = 2_000;
const MAX_TAKE_OVER = 64;

/** Takes executions from the queue and runs them in the lanes, until it is stopped. */
export const startWorker = (ports: WorkerPorts): Worker => {
  const { pool, queue, objects } = ports;
  let stopping = false;
  let takeOverIsDue = true;

  const runs = openRuns(ports, () => {
    if (!intake.queueIsEmpty()) claimTask.wake();
  });
  const countInHand = () => runs.unprocessed.size + intake.arriving.size;
  const intake = openIntake(
    ports.worker,
    () => (claimTask.isAsleep() ? pool.capacity().maxJobs - countInHand() : 0),
    (claim) => {
      // Another worker takes over an execution that arrives while this one stops.
      if (!stopping) runs.begin(claim);
    },
  );
  const policy = openClaimPolicy(pool, { unprocessed: runs.unprocessed, size: countInHand });
  const claimFairly = openFairClaims(ports);

  // Take-over and claim never run at the same time. Therefore, if an execution is ACTIVE under this worker but is
  // neither running nor arriving here, the database's answer to its claim was lost, and the take-over may take it.
  const claimTask = openWakeableTask(async () => {
    await takeOver();
    const wanted = policy.decide();
    if (!wanted || stopping) return;
    // The last free disk space is kept for executions that have begun.
    await objects.checkRoom();
    const claims = await claimFairly(wanted);
    policy.noteClaimed(wanted, claims);
    intake.noteQueue(isQueueEmptyAfter(wanted, claims));
    METRICS.claims.inc(claims.length);
    claims.forEach(runs.begin);
  });

  const takeOver = async () => {
    if (!takeOverIsDue || !ports.mayTakeOver()) return;
    takeOverIsDue = false;
    const known = [...runs.ids(), ...intake.arriving];
    const claims = await queue.takeOver(ports.worker, MAX_TAKE_OVER, known);
    METRICS.takeOvers.inc(claims.length);
    for (const { id, attempt } of claims)
      ports.reportWarning(
        'This worker took over an execution: the worker that had claimed it is gone, or never learned of its claim.',
        { execution: id, attempt },
      );
    claims.forEach(runs.begin);
  };

  const wake = (organizationId?: OrganizationId) => {
    intake.noteQueue(false);
    if (organizationId) policy.noteQueued(organizationId);
    claimTask.wake();
  };

  const wakeIfQueued = async () => {
    if (policy.hasRoom() && (await queue.hasQueued())) wake();
  };

  const abortEndedMeanwhile = async () => {
    const ids = [...runs.ids()];
    if (ids.length > 0)
      for (const { id, attempt } of await queue.endedMeanwhile(ids)) runs.abortEnded(id, attempt);
  };

  let turnTimer: NodeJS.Timeout;
  const waitForTurn = () => {
    turnTimer = setTimeout(
      () => {
        takeOverIsDue = true;
        wake();
        waitForTurn();
      },
      nextTurnInMs(ports.place?.() ?? ONLY_WORKER),
    );
  };
  waitForTurn();
  // With several workers, most of them do not listen for messages, and their turn to look comes rarely. So each worker
  // with room also checks for queued work, but not for executions of dead workers. This check costs little.
  const queueCheck = setInterval(() => {
    if ((ports.place?.() ?? ONLY_WORKER).count > 1) void wakeIfQueued().catch(() => {});
  }, POLL_EVERY_MS);
  // A check fails while the database is unreachable; the next one finds what it missed.
  const runsCheck = setInterval(() => void abortEndedMeanwhile().catch(() => {}), CHECK_RUNS_EVERY_MS);
  wake();

  return {
    reserve: intake.reserve,
    settle: intake.settle,
    wake,
    abortEnded: runs.abortEnded,
    stop: async (graceMs) => {
      stopping = true;
      clearTimeout(turnTimer);
      clearInterval(queueCheck);
      clearInterval(runsCheck);
      await claimTask.stop();
      await runs.stop(graceMs);
      await pool.close();
    },
  };
};

const ONLY_WORKER = { rank: 0, count: 1 };

/** The time until the next turn of a worker. The turns of all workers follow from the clock alone. */
const nextTurnInMs = ({ rank, count }: { rank: number; count: number }, now = Date.now()): number => {
  if (count === 1) return POLL_EVERY_MS;
  const round = count * TURN_MS;
  const sinceTurn = (now - rank * TURN_MS) % round;
  return round - sinceTurn;
};
