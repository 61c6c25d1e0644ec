import type { Config } from '../config.ts';
import type { ImageLimits } from '../domain/image-formats.ts';
import { openLane } from '../worker/lane.ts';
import { openModels } from './open-models.ts';

/** Which pictures are taken. */
export const imageLimits = (config: Config): ImageLimits => ({
  maxBytes: config.maxImageBytes,
  maxPixels: config.maxImagePixels,
  maxHeifPixels: config.maxHeifPixels,
});

/** What a job may take. */
export const laneOptions = (config: Config) => ({
  deadlineMs: config.laneDeadlineMs,
  memoryBytes: config.laneMemoryBytes,
  jobsBeforeRecycle: config.laneJobs,
});

/** Lanes for work without a queue, with the models that are configured. */
export const openLanes = (config: Config, count: number) => {
  const models = openModels(config);
  const options = { ...laneOptions(config), ...models.forLanes };
  const lanes = Array.from({ length: count }, () => openLane(options));
  return {
    lanes,
    close: async () => {
      await Promise.all([...lanes.map((lane) => lane.close()), models.close()]);
    },
  };
};
