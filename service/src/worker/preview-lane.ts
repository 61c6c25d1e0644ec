import { unavailable } from '../domain/errors.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult, type PreviewLane } from '../ports/lanes.ts';
import { openLanePool } from './lane-pool.ts';

/** Another job took the process down before this one began: it is not to blame. */
const TIMES_BUMPED = 3;

/** Jobs for people who wait, in one lane and one at a time: `most` may be under way or wait, beyond it they are refused. */
export const openPreviewLane = (lane: Lane, most: number): PreviewLane => {
  let jobs = 0;
  let closed = false;
  // One lane, but organizations take turns.
  const pool = openLanePool([lane]);

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
      try {
        return await applyOnceBegun(job, organizationId, signal);
      } finally {
        jobs -= 1;
      }
    },
    close: async () => {
      closed = true;
      await pool.close();
    },
  };
};

const stopping = () => unavailable('The service is stopping.');
