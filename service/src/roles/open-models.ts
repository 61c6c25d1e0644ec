import type { Config } from '../config.ts';
import { openModelOnDemand } from '../worker/model-on-demand.ts';

/** The models that are configured, for the lanes to ask. */
export const openModels = (
  { model, upscaleModel, modelDeadlineMs, modelMemoryBytes }: Config,
  threads: number,
) => {
  const limits = { threads, deadlineMs: modelDeadlineMs, memoryBytes: modelMemoryBytes };
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
