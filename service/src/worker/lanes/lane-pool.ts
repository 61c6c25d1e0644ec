import type { OrganizationId } from '../../domain/ids.ts';
import { METRICS } from '../../metrics/metrics.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult } from '../../ports/lanes.ts';
import { openForecast } from './forecast.ts';
import { openTurns } from './turns.ts';

type Waiting = {
  job: LaneJob;
  expectedMs: number;
  signal: AbortSignal;
  resolve(result: Promise<LaneResult>): void;
};
type Slot = { lane: Lane; jobs: number; longestMs: number };

/**
 * For each length of jobs: `inLane` is how many are sent to a lane at a time, `ahead` is how many more the worker
 * claims for each lane. Claiming ahead keeps lanes busy and claims several executions in one transaction. Long jobs
 * are not claimed ahead, because they would wait here while another worker could run them.
 */
const DEPTHS = [
  { jobsUpToMs: 10, inLane: 2, ahead: 8 },
  { jobsUpToMs: 25, inLane: 2, ahead: 4 },
  { jobsUpToMs: 500, inLane: 1, ahead: 1 },
  { jobsUpToMs: Number.POSITIVE_INFINITY, inLane: 1, ahead: 0 },
] as const;

/**
 * An organization is overserved only when it had this much more lane time than others. Below that, sharing by
 * the number of executions is fair enough.
 */
const OVERSERVED_BY_MS = 1_000;

const loadOf = ({ jobs, longestMs }: Slot): number => jobs * longestMs;
const depthFor = (ms: number) => DEPTHS.find(({ jobsUpToMs }) => ms <= jobsUpToMs) ?? DEPTHS[3];

export type LanePool = {
  apply(job: LaneJob, organizationId: OrganizationId, signal: AbortSignal): Promise<LaneResult>;
  lanes: number;
  /** `maxJobs`: how many jobs may run or wait here. `refillAt`: claim more when this many jobs, or fewer, are left. */
  capacity(): { maxJobs: number; refillAt: number };
  /** The organizations that had much more lane time than others. Claim the executions of the others first. */
  overserved(): OrganizationId[];
  close(): Promise<void>;
};

/**
 * Spreads jobs over the lanes and gives waiting organizations equal lane time. With `oneInLane` a lane gets a job only
 * when it has finished the last one, so that a job never waits behind a second one in the same lane.
 */
export const openLanePool = (lanes: Lane[], { oneInLane = false } = {}): LanePool => {
  const slots: Slot[] = lanes.map((lane) => ({ lane, jobs: 0, longestMs: 0 }));
  const turns = openTurns<Waiting>(({ expectedMs }) => expectedMs);
  const forecast = openForecast(DEPTHS[2].jobsUpToMs);

  /** Queues a job behind another one only when both are short, so that neither waits long for the other. */
  const slotFor = ({ expectedMs }: Waiting): Slot | undefined => {
    const leastLoaded = slots.reduce((best, slot) => (loadOf(slot) < loadOf(best) ? slot : best));
    const longestMs = Math.max(leastLoaded.longestMs, forecast.predict(expectedMs));
    return leastLoaded.jobs === 0 || (!oneInLane && leastLoaded.jobs < depthFor(longestMs).inLane)
      ? leastLoaded
      : undefined;
  };

  const dispatch = () => {
    for (let next = turns.peek(); next; next = turns.peek()) {
      const slot = slotFor(next);
      if (!slot) return;
      turns.take();
      next.resolve(runIn(slot, next));
    }
  };

  const runIn = async (slot: Slot, { job, expectedMs, signal }: Waiting): Promise<LaneResult> => {
    const jobsBefore = slot.jobs;
    const predictedMs = forecast.predict(expectedMs);
    slot.jobs += 1;
    if (jobsBefore === 0) METRICS.lanesBusy.inc();
    slot.longestMs = Math.max(slot.longestMs, predictedMs);
    const startedAt = performance.now();
    try {
      // The deadline follows from the expected time. If this machine is slower than the one on which the costs
      // were measured, the job gets more time. If it is faster, the job keeps the measured time.
      const scaledJob =
        job.expectedMs === undefined ? job : { ...job, expectedMs: Math.max(expectedMs, predictedMs) };
      return await slot.lane.apply(scaledJob, signal);
    } finally {
      slot.jobs -= 1;
      if (slot.jobs === 0) {
        slot.longestMs = 0;
        METRICS.lanesBusy.dec();
      }
      forecast.learn(expectedMs, (performance.now() - startedAt) / (jobsBefore + 1));
      dispatch();
    }
  };

  return {
    apply: (job, organizationId, signal) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting = { job, expectedMs: job.expectedMs ?? forecast.averageMs(), signal, resolve };
        turns.add(organizationId, waiting);
        signal.addEventListener('abort', () => {
          if (turns.remove(organizationId, waiting))
            reject(new LaneFailure('canceled', 'canceled', 'The execution was canceled.'));
        });
        dispatch();
      }),
    lanes: lanes.length,
    capacity: () => {
      const { jobs, ms } = turns.waiting();
      const { inLane, ahead } = depthFor(forecast.predict(jobs > 0 ? ms / jobs : forecast.averageMs()));
      return {
        maxJobs: lanes.length * (inLane + ahead),
        refillAt: lanes.length * (inLane + ahead / 2) - 1,
      };
    },
    overserved: () => turns.overserved(OVERSERVED_BY_MS),
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
};
