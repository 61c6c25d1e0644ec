import { type ModelDeclaration, SHIPPED_MODEL } from '../../../src/matting/model/model-declaration.ts';
import { openModelOnDemand } from '../../../src/worker/models/model-on-demand.ts';

/** Starts a network for the bench, with one thread. */
export const openBenchModel = (declaration: ModelDeclaration) =>
  openModelOnDemand({
    declaration,
    threads: 1,
    deadlineMs: 240_000,
    memoryBytes: 8 * 1024 ** 3,
  });

export const openShippedModel = () => openBenchModel(SHIPPED_MODEL);
