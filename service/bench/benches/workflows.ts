import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import type { WorkflowDefinition } from '../../src/domain/workflows/workflow.ts';
import { firstWorkflows } from '../../src/operations/workflows/first-workflows.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { checkSamePixels } from '../check-same-pixels.ts';
import { LIMITS } from '../costs/limits.ts';
import { FIT_ON_WHITE } from '../fit-on-white.ts';
import { LARGE, makeImages } from '../images.ts';
import { closedLoop, cpuRatioOf, describeRounds, measureInTurns, ratioOf } from '../measure.ts';
import { HAND_WRITTEN_PIPELINES, type HandWrittenPipeline } from '../references/hand-written-pipelines.ts';

const LOGO = join(import.meta.dirname, '../../samples/logo.png');
const IMAGES = 4;
const PER_ROUND = 6;
const ROUNDS = 5;

/** Compares the steps of the engine, without queue and lanes, with one pipeline written by hand. */
export const workflowsBench: Bench = {
  name: 'workflows',
  description: `${LARGE.name} through each workflow without a cut-out, beside one hand-written pipeline with the same pixels`,
  run: async (context) => {
    const images = await makeImages(join(context.folder, 'images'), LARGE, IMAGES);
    const rows = [];
    for (const [name, pipeline] of Object.entries(HAND_WRITTEN_PIPELINES)) {
      const workflow = [FIT_ON_WHITE, ...firstWorkflows()].find((one) => one.name === name)!;
      rows.push(await measureWorkflow(workflow, pipeline, images, context));
    }
    return rows;
  },
};

const measureWorkflow = async (
  { name, steps }: WorkflowDefinition,
  pipeline: HandWrittenPipeline,
  images: string[],
  { folder, effort }: BenchContext,
) => {
  const output = join(folder, 'output');
  const withSteps = async (item: number) => {
    const inputs = { default: images[item % IMAGES]!, 1: LOGO };
    await applySteps({ steps, inputs, output, limits: LIMITS });
  };
  const byHand = async (item: number) => writeFile(output, await pipeline(images[item % IMAGES]!, LOGO));

  await withSteps(0);
  await checkSamePixels(await readFile(output), await pipeline(images[0]!, LOGO));
  const rounds = await measureInTurns({
    subjects: [
      { name, work: closedLoop(1, withSteps) },
      { name: 'by hand', work: closedLoop(1, byHand) },
    ],
    rounds: ROUNDS,
    itemsPerRound: Math.max(3, PER_ROUND * effort),
    warmUpRounds: 1,
    edge: 0,
  });
  return {
    what: `${LARGE.name} ${name}: the steps / one pipeline written by hand`,
    darkroom: describeRounds(rounds, name),
    reference: describeRounds(rounds, 'by hand'),
    value: ratioOf(rounds, name, 'by hand'),
    byCpu: cpuRatioOf(rounds, name, 'by hand'),
    unit: '' as const,
    target: { atLeast: 0.9 },
  };
};
