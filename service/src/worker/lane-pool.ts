import type { OrganizationId } from '../domain/ids.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult } from '../ports/lanes.ts';

type Waiting = {
  job: LaneJob;
  signal: AbortSignal;
  resolve(result: Promise<LaneResult>): void;
};

/**
 * How many jobs a lane has in its hands, and how many more are claimed ahead for it. Looking ahead keeps lanes from
 * waiting, and claims several in one transaction; long jobs would only sit here, out of the reach of other workers.
 */
const DEPTHS = [
  { jobsUpToMs: 25, inLane: 2, ahead: 4 },
  { jobsUpToMs: 250, inLane: 1, ahead: 1 },
  { jobsUpToMs: Number.POSITIVE_INFINITY, inLane: 1, ahead: 0 },
] as const;
const LEARNING_RATE = 0.2;

export type LanePool = {
  apply(job: LaneJob, organizationId: OrganizationId, signal: AbortSignal): Promise<LaneResult>;
  lanes: number;
  /** How many jobs may be under way or waiting here, and how few are left when it is time to claim more. */
  capacity(): { most: number; refillAt: number };
  close(): Promise<void>;
};

/** Spreads jobs over the lanes, taking turns between the organizations that wait. */
export const openLanePool = (lanes: Lane[]): LanePool => {
  const slots = lanes.map((lane) => ({ lane, busy: 0 }));
  const waiting = new Map<OrganizationId, Waiting[]>();
  let averageMs: number = DEPTHS[1].jobsUpToMs;

  const depth = () => DEPTHS.find(({ jobsUpToMs }) => averageMs <= jobsUpToMs) ?? DEPTHS[2];

  const freeSlot = () => {
    const least = slots.reduce((best, slot) => (slot.busy < best.busy ? slot : best));
    return least.busy < depth().inLane ? least : undefined;
  };

  const nextInTurn = (): Waiting | undefined => {
    for (const [organizationId, jobs] of waiting) {
      const next = jobs.shift();
      // Whoever was served goes to the back of the line.
      waiting.delete(organizationId);
      if (jobs.length > 0) waiting.set(organizationId, jobs);
      if (next) return next;
    }
    return undefined;
  };

  const dispatch = () => {
    for (let slot = freeSlot(); slot && waiting.size > 0; slot = freeSlot()) {
      const next = nextInTurn();
      if (!next) return;
      next.resolve(runIn(slot, next));
    }
  };

  const runIn = async (slot: (typeof slots)[number], { job, signal }: Waiting): Promise<LaneResult> => {
    const ahead = slot.busy;
    slot.busy += 1;
    const startedAt = performance.now();
    try {
      return await slot.lane.apply(job, signal);
    } finally {
      slot.busy -= 1;
      const tookMs = (performance.now() - startedAt) / (ahead + 1);
      averageMs += LEARNING_RATE * (tookMs - averageMs);
      dispatch();
    }
  };

  return {
    apply: (job, organizationId, signal) =>
      new Promise((resolve, reject) => {
        const turn: Waiting = { job, signal, resolve };
        const jobs = waiting.get(organizationId);
        if (jobs) jobs.push(turn);
        else waiting.set(organizationId, [turn]);
        signal.addEventListener('abort', () => {
          const line = waiting.get(organizationId);
          const place = line?.indexOf(turn) ?? -1;
          if (place < 0) return;
          line?.splice(place, 1);
          reject(new LaneFailure('canceled', 'canceled', 'The execution was canceled.'));
        });
        dispatch();
      }),
    lanes: lanes.length,
    capacity: () => {
      const { inLane, ahead } = depth();
      return {
        most: lanes.length * (inLane + ahead),
        refillAt: lanes.length * (inLane + ahead / 2) - 1,
      };
    },
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
};
