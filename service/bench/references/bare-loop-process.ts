import { readFileSync } from 'node:fs';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import type { Step } from '../../src/domain/workflows/workflow.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { FUSED_PIPELINES, type PipelineName, setUpSharp } from './fused-pipelines.ts';
import { keepDurably } from './keep-durably.ts';

export type BareLoop = {
  /** The service's own code for the steps, or one pipeline as written by hand. */
  means: 'steps' | 'fused';
  pipeline: PipelineName;
  steps: Step[];
  pictures: string[];
  results: string;
  /** Otherwise only the pixels count. */
  durable: boolean;
};
export type LoopOrder = { items: number[] };

const { means, pipeline, steps, pictures, results, durable } = JSON.parse(
  readFileSync(process.argv[2]!, 'utf8'),
) as BareLoop;

const LIMITS = { maxBytes: 2 ** 30, maxPixels: 1e8, maxHeifPixels: 5e7 };
const store = await openFilesystemStore({ dir: results, minFreeBytes: 0 });
// The steps bring their own set-up of sharp, the same in effect.
if (means === 'fused') setUpSharp();

const bySteps = async (picture: string): Promise<void> => {
  const output = await store.draft();
  const { hash } = await applySteps({ steps, inputs: { default: picture }, output, limits: LIMITS });
  if (durable) await store.keep(output, hash);
  else await store.discard(output);
};

const byHand = async (picture: string): Promise<void> => {
  const result = await FUSED_PIPELINES[pipeline](picture);
  if (durable) await keepDurably(results, result);
};

const work = means === 'steps' ? bySteps : byHand;

process.on('message', async ({ items }: LoopOrder) => {
  const completions: number[] = [];
  for (const item of items) {
    await work(pictures[item]!);
    completions.push(performance.timeOrigin + performance.now());
  }
  process.send?.(completions);
});
process.on('disconnect', () => process.exit());
