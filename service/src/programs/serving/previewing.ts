import { join } from 'node:path';
import { openPreviewFiles } from '../../object-stores/previews.ts';
import { openReplays } from '../../operations/previews/replays.ts';
import { openLane } from '../../worker/lanes/lane.ts';
import { openPreviewLane } from '../../worker/lanes/preview-lane.ts';
import type { Foundation } from './foundation.ts';
import { laneOptions } from './open-lanes.ts';
import { openModels } from './open-models.ts';

const IDLE_MS = 60_000;
const REMOVE_OLD_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Opens previews for the HTTP API: a lane and models that run only while previews are requested, and files kept for some
 * days.
 */
export const openPreviewing = (foundation: Foundation) => {
  const { config, runAs, reportError } = foundation;
  const previews = openPreviewFiles(join(config.dataDir, 'previews'), runAs);
  const models = openModels(config, runAs, IDLE_MS);
  const lane = openLane({
    ...laneOptions(config, runAs),
    ...models.forLanes,
    deadlineMs: config.previewDeadlineMs,
    idleMs: IDLE_MS,
  });
  const previewLane = openPreviewLane(lane, config.maxWaitingPreviews);
  const removeOld = () =>
    previews
      .removeMadeBefore(new Date(Date.now() - config.previewDays * DAY_MS))
      .catch((error) => reportError(error, { problem: 'Old previews could not be removed.' }));
  const timer = setInterval(removeOld, REMOVE_OLD_EVERY_MS);
  void removeOld();
  return {
    world: { previews, previewLane, replays: openReplays({ ...foundation, previews, previewLane }) },
    close: async () => {
      clearInterval(timer);
      await previewLane.close();
      await models.close();
    },
  };
};
