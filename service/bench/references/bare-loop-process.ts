import { readFileSync } from 'node:fs';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import type { Step } from '../../src/domain/workflows/workflow.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { FUSED_PIPELINES, type PipelineName, setUpSharp } from './fused-pipelines.ts';
import { writeDurably } from './write-durably.ts';

export type BareLoop = {
  /** `steps` runs the service's own code for the steps; otherwise one pipeline written by hand. */
  means: 'steps' | 'fused';
  pipeline: PipelineName;
  steps: Step[];
  images: string[];
  results: string;
  /** True when results are written durably; otherwise only the image processing is measured. */
  durable: boolean;
};
export type LoopOrder = { items: number[] };

const { means, pipeline, steps, images, results, durable } = JSON.parse(
  readFileSync(process.argv[2]!, 'utf8'),
) as BareLoop;

const LIMITS = { maxBytes: 2 ** 30, maxPixels: 1e8, maxHeifPixels: 5e7 };
const store = await openFilesystemStore({ dir: results, minFreeBytes: 0 });
// The service's own steps configure sharp themselves, in the same way.
if (means === 'fused') setUpSharp();

const bySteps = async (image: string): Promise<void> => {
  const output = await store.draft();
  const { hash } = await applySteps({ steps, inputs: { default: image }, output, limits: LIMITS });
  if (durable) await store.keep(output, hash);
  else await store.discard(output);
};

const byHand = async (image: string): Promise<void> => {
  const result = await FUSED_PIPELINES[pipeline](image);
  if (durable) await writeDurably(results, result);
};

const work = means === 'steps' ? bySteps : byHand;

process.on('message', async ({ items }: LoopOrder) => {
  const completions: number[] = [];
  for (const item of items) {
    await work(images[item]!);
    completions.push(performance.timeOrigin + performance.now());
  }
  process.send?.(completions);
});
process.on('disconnect', () => process.exit());
