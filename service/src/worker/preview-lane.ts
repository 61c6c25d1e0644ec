import { unavailable } from '../domain/errors.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult, type PreviewLane } from '../ports/lanes.ts';
import { openLanePool } from './lane-pool.ts';

export type PreviewLaneOptions = {
  /** Starts the process and what it needs. */
  open(): Lane;
  /** How many jobs may be under way or waiting. */
  most: number;
  idleMs: number;
};

/** Another job took the process down before this one began: it is not to blame. */
const TIMES_BUMPED = 3;

/** One process, started with the first job and ended when nobody has looked at anything for a while. */
export const openPreviewLane = ({ open, most, idleMs }: PreviewLaneOptions): PreviewLane => {
  let lane: Lane | undefined;
  let idle: NodeJS.Timeout | undefined;
  let jobs = 0;
  let closed = false;

  const rest = () => {
    const tired = lane;
    lane = undefined;
    return tired?.close();
  };

  const onDemand: Lane = {
    apply: (job, signal) => {
      lane ??= open();
      return lane.apply(job, signal);
    },
    close: async () => rest(),
  };
  // One lane, but organizations take turns.
  const pool = openLanePool([onDemand]);

  const applyOnceBegun = async (...call: Parameters<PreviewLane['apply']>): Promise<LaneResult> => {
    for (let time = 1; ; time += 1) {
      try {
        return await pool.apply(...call);
      } catch (error) {
        const bumped = error instanceof LaneFailure && error.kind === 'bumped';
        if (closed) throw stopping();
        if (!bumped || time >= TIMES_BUMPED) throw error;
      }
    }
  };

  return {
    apply: async (job: LaneJob, organizationId, signal) => {
      if (closed) throw stopping();
      if (jobs >= most)
        throw unavailable('Many previews are being made at the moment. Try again shortly.', 2);
      jobs += 1;
      clearTimeout(idle);
      try {
        return await applyOnceBegun(job, organizationId, signal);
      } finally {
        jobs -= 1;
        if (jobs === 0 && !closed) idle = setTimeout(rest, idleMs).unref();
      }
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      await pool.close();
    },
  };
};

const stopping = () => unavailable('The service is stopping.');
