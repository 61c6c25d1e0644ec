import type { Config } from '../../config.ts';
import type { ImageLimits } from '../../domain/images/image-formats.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import { openLane } from '../../worker/lanes/lane.ts';
import { openModels } from './open-models.ts';

/** The limits on the size of images that the service accepts. */
export const imageLimits = (config: Config): ImageLimits => ({
  maxBytes: config.maxImageBytes,
  maxPixels: config.maxImagePixels,
  maxHeifPixels: config.maxHeifPixels,
});

/** The limits of a lane in time, memory and jobs, and the account that its process switches to. */
export const laneOptions = (config: Config, runAs: RunAs | undefined) => ({
  runAs,
  deadlineMs: config.laneDeadlineMs,
  memoryBytes: config.laneMemoryBytes,
  jobsBeforeRecycle: config.laneJobs,
});

/** Opens lanes for `darkroom-run`: without a queue, on the user's own files, under the user's account. */
export const openLanes = (config: Config, count: number) => {
  const models = openModels(config, undefined);
  const options = { ...laneOptions(config, undefined), ...models.forLanes };
  const lanes = Array.from({ length: count }, () => openLane(options));
  return {
    lanes,
    close: async () => {
      await Promise.all([...lanes.map((lane) => lane.close()), models.close()]);
    },
  };
};
