import { join } from 'node:path';
import { openIntermediates } from '../../../object-stores/intermediates.ts';
import { openPreviewFiles } from '../../../object-stores/previews.ts';
import { openReplays } from '../../../operations/previews/replays.ts';
import type { PreviewReuse } from '../../../ports/images/previews.ts';
import { openLane } from '../../../worker/lanes/lane.ts';
import { openPreviewLane } from '../../../worker/lanes/preview-lane.ts';
import { startChores } from '../chores.ts';
import { codeVersion } from '../code-version.ts';
import type { Foundation } from '../foundation.ts';
import { laneOptions } from '../open-lanes.ts';
import { openModels } from '../open-models.ts';
import { afterErasures } from './after-erasures.ts';

const TIDY_UP_EVERY_MS = 60_000;
const REUSED_FOR_MS = 30 * 60_000;
/** Images after quicker steps are not stored, because writing a small image takes about 10 ms: the steps run again. */
const WORTH_MS = 30;
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
    previews.removeMadeBefore(new Date(Date.now() - config.previewDays * DAY_MS)).catch((error) =>
      reportError(error, {
        problem: 'Expired previews could not be deleted. The service tries again later.',
      }),
    );
  const timer = setInterval(removeOld, REMOVE_OLD_EVERY_MS);
  void removeOld();
  const reusing = openReuse(foundation);
  const emptied = afterErasures(foundation, 'Deleting previews of deleted images', async (ageMs) => {
    await previews.removeMadeBefore(new Date(Date.now() - ageMs));
    await reusing.dropUnusedFor(ageMs);
  });
  const chores = startChores({ emptied }, reportError);
  return {
    ports: {
      previews,
      previewLane,
      previewReuse: reusing.reuse,
      replays: openReplays({ ...foundation, previews, previewLane }),
    },
    close: async () => {
      clearInterval(timer);
      await chores.close();
      reusing.close();
      await previewLane.close();
      await models.close();
    },
  };
};

/** Opens the cache of intermediate images of previews, and keeps it within its limits. */
const openReuse = ({ config, runAs, reportError }: Foundation) => {
  const files = openIntermediates(join(config.dataDir, 'preview-steps'), runAs);
  const tidyUp = () =>
    files.tidyUp(config.previewReuseBytes, REUSED_FOR_MS).catch((error) =>
      reportError(error, {
        problem:
          'Expired intermediate images of previews could not be deleted. The service tries again later.',
      }),
    );
  const timer = setInterval(tidyUp, TIDY_UP_EVERY_MS);
  let version: Promise<string> | undefined;
  const reuse: PreviewReuse = {
    // Computing the version reads all image code, so it is done for the first preview and not at every start.
    codeVersion: () => {
      version ??= codeVersion([config.model, config.upscaleModel]);
      return version;
    },
    intermediate: files.path,
    worthMs: WORTH_MS,
  };
  const dropUnusedFor = (ageMs: number) => files.tidyUp(config.previewReuseBytes, ageMs);
  return { reuse, dropUnusedFor, close: () => clearInterval(timer) };
};
