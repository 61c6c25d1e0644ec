import { unavailable } from '../../domain/errors.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import {
  type Lane,
  LaneFailure,
  type LaneJob,
  type LaneResult,
  type PreviewLane,
} from '../../ports/lanes.ts';
import { stopping } from './header-reader.ts';
import { openLanePool } from './lane-pool.ts';

/** How often a job is sent to the lane at most, if each time the process ends before the job begins. */
const MAX_SENDS = 3;

/**
 * A lane for interactive jobs such as thumbnails and previews: one job at a time, with turns between organizations. An
 * organization may have `maxPerOrganization` jobs running or waiting; further jobs of that organization are refused.
 */
export const openPreviewLane = (lane: Lane, maxPerOrganization: number): PreviewLane => {
  const jobsOf = new Map<OrganizationId, number>();
  let closed = false;
  const pool = openLanePool([lane], { oneInLane: true });

  const applyUntilBegun = async (...call: Parameters<PreviewLane['apply']>): Promise<LaneResult> => {
    for (let sends = 1; ; sends += 1) {
      try {
        return await pool.apply(...call);
      } catch (error) {
        const neverBegan = error instanceof LaneFailure && error.kind === 'never_began';
        if (closed) throw stopping();
        if (!neverBegan || sends >= MAX_SENDS) throw error;
      }
    }
  };

  return {
    apply: async (job: LaneJob, organizationId, signal) => {
      if (closed) throw stopping();
      const jobs = jobsOf.get(organizationId) ?? 0;
      if (jobs >= maxPerOrganization)
        throw unavailable(
          `${maxPerOrganization} images are already being prepared for your organization. Try again shortly.`,
        );
      jobsOf.set(organizationId, jobs + 1);
      try {
        return await applyUntilBegun(job, organizationId, signal);
      } finally {
        const left = jobsOf.get(organizationId)! - 1;
        if (left === 0) jobsOf.delete(organizationId);
        else jobsOf.set(organizationId, left);
      }
    },
    close: async () => {
      closed = true;
      await pool.close();
    },
  };
};
