import { join } from 'node:path';
import { openPreviewFiles } from '../../object-stores/previews.ts';
import { openReplays } from '../../operations/previews/replays.ts';
import { openLane } from '../../worker/lanes/lane.ts';
import { openLaneOnDemand } from '../../worker/lanes/lane-on-demand.ts';
import { openPreviewLane } from '../../worker/lanes/preview-lane.ts';
import type { Foundation } from './foundation.ts';
import { laneOptions } from './open-lanes.ts';
import { openModels } from './open-models.ts';

const IDLE_MS = 60_000;
const REMOVE_OLD_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Opens previews for the HTTP API: a lane that runs only while previews are requested, and files kept for some days. */
export const openPreviewing = (foundation: Foundation) => {
  const { config, runAs, reportError } = foundation;
  const previews = openPreviewFiles(join(config.dataDir, 'previews'), runAs);
  const previewLane = openPreviewLane(
    openLaneOnDemand(() => openLaneWithModel(foundation), IDLE_MS),
    config.maxWaitingPreviews,
  );
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
    },
  };
};

/** Opens a lane with models of its own. They close with the lane, so that neither takes memory while nobody previews. */
const openLaneWithModel = ({ config, runAs }: Foundation) => {
  const models = openModels(config, runAs);
  const deadlineMs = config.previewDeadlineMs;
  const lane = openLane({ ...laneOptions(config, runAs), deadlineMs, ...models.forLanes });
  return {
    apply: lane.apply,
    close: async () => {
      await lane.close();
      await models.close();
    },
  };
};
