import type { Config } from '../../config.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import { openModelOnDemand } from '../../worker/models/model-on-demand.ts';

// More threads than this do not make one image faster.
const MAX_THREADS = 4;

/** Opens the configured models for the lanes. With `idleMs`, their processes end after this time without a request. */
export const openModels = (
  { lanes, model, upscaleModel, modelDeadlineMs, modelMemoryBytes }: Config,
  runAs: RunAs | undefined,
  idleMs?: number,
) => {
  const limits = {
    threads: Math.min(MAX_THREADS, lanes),
    deadlineMs: modelDeadlineMs,
    memoryBytes: modelMemoryBytes,
    runAs,
    idleMs,
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
