import type { Config } from '../../config.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import { openModelOnDemand } from '../../worker/models/model-on-demand.ts';

// More than a few gain nothing for one picture.
const MOST_THREADS = 4;

/** The models that are configured, for the lanes to ask. */
export const openModels = (
  { lanes, model, upscaleModel, modelDeadlineMs, modelMemoryBytes }: Config,
  runAs: RunAs | undefined,
) => {
  const limits = {
    threads: Math.min(MOST_THREADS, lanes),
    deadlineMs: modelDeadlineMs,
    memoryBytes: modelMemoryBytes,
    runAs,
  };
  const finder = model ? openModelOnDemand({ declaration: model, ...limits }) : undefined;
  const enlarger = upscaleModel && {
    ...openModelOnDemand({ declaration: upscaleModel, ...limits }),
    factor: upscaleModel.factor,
  };
  return {
    forLanes: { model: finder, enlarger: enlarger ?? undefined },
    close: async () => {
      await Promise.all([finder?.close(), enlarger?.close()]);
    },
  };
};
