import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { firstWorkflows } from '../../src/operations/first-workflows.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { type ExecutionClient, openExecutionClient } from '../execution-client.ts';
import { closedLoop, cpuRatioOf, describeRounds, ratioOf, type Subject, takeTurns } from '../measure.ts';
import { startPeerGlue } from '../peer-glue/start-peer-glue.ts';
import { LARGE, makePictures, type PictureSize, SMALL, TINY } from '../pictures.ts';
import { startBareLoops } from '../references/bare-loops.ts';
import type { PipelineName } from '../references/fused-pipelines.ts';
import { LANES, startService } from '../service-under-test.ts';

type Plan = {
  name: string;
  size: PictureSize;
  workflow: string;
  pipeline: PipelineName;
  /** The bare loops make their results durable as well. */
  durable: boolean;
  itemsPerRound: number;
  rounds: number;
  target: number;
};

const CALLERS = 16;
const WARM_UP_ROUNDS = 1;

const PLANS: Plan[] = [
  {
    name: 'large',
    size: LARGE,
    workflow: 'Packshot on white',
    pipeline: 'packshot',
    durable: false,
    itemsPerRound: 64,
    rounds: 3,
    target: 0.95,
  },
  {
    name: 'small',
    size: SMALL,
    workflow: 'Packshot on white',
    pipeline: 'packshot',
    durable: false,
    itemsPerRound: 160,
    rounds: 3,
    target: 0.8,
  },
  {
    name: 'tiny',
    size: TINY,
    workflow: 'Pass-through',
    pipeline: 'passThrough',
    durable: true,
    itemsPerRound: 2_000,
    rounds: 5,
    target: 0.5,
  },
];

/** Executions per second from create to result, beside bare loops with the same pixels and beside the glue. */
export const EXECUTION_BENCHES: Bench[] = PLANS.map((plan) => ({
  name: plan.name,
  sentence: `${plan.size.name} ${plan.workflow}: Darkroom, bare loops and glue`,
  run: (context) => measureExecutions(plan, context),
}));

const measureExecutions = async (plan: Plan, context: BenchContext) => {
  const { folder, effort, endLater } = context;
  const { size, pipeline, durable } = plan;
  const itemsPerRound = Math.max(plan.itemsPerRound * effort, 3 * CALLERS);
  const pictures = await makePictures(
    join(folder, 'pictures'),
    size,
    itemsPerRound * (plan.rounds + WARM_UP_ROUNDS),
  );

  const service = await startService({ folder: join(folder, 'darkroom') });
  endLater(service.stop);
  const darkroom = executionsOf('Darkroom', service.client, service.workflow(plan.workflow), pictures);

  const glueFolder = join(folder, 'glue');
  await mkdir(glueFolder);
  const peer = await startPeerGlue(glueFolder, LANES);
  endLater(peer.stop);
  const peerClient = openExecutionClient(peer.origin, peer.apiKey, CALLERS);
  endLater(peerClient.caller.close);
  const glue = executionsOf('glue', peerClient, pipeline, pictures);

  const loop = (name: string, means: 'steps' | 'fused') =>
    startBareLoops(name, folder, LANES, {
      means,
      pipeline,
      steps: firstWorkflows().find(({ name }) => name === plan.workflow)!.steps,
      pictures,
      results: join(folder, `results-${means}`),
      durable,
    });
  const steps = await loop('bare loops', 'steps');
  endLater(steps.stop);
  const fused = await loop('bare loops, by hand', 'fused');
  endLater(fused.stop);

  const rounds = await takeTurns({
    subjects: [darkroom, steps, fused, glue],
    rounds: plan.rounds,
    itemsPerRound,
    warmUpRounds: WARM_UP_ROUNDS,
    edge: CALLERS,
    beforeRound: async (from, to) => {
      await darkroom.upload(from, to);
      await glue.upload(from, to);
    },
  });

  const against = (what: string, reference: string, target?: number) => ({
    what: `${size.name} ${plan.workflow}, ${CALLERS} callers / ${what}`,
    darkroom: describeRounds(rounds, 'Darkroom'),
    reference: describeRounds(rounds, reference),
    value: ratioOf(rounds, 'Darkroom', reference),
    byCpu: cpuRatioOf(rounds, 'Darkroom', reference),
    unit: '' as const,
    ...(target === undefined ? {} : { target: { atLeast: target } }),
  });
  const store = durable ? ' into a durable store' : '';
  return [
    against(`${LANES} bare loops, same steps${store}`, 'bare loops', plan.target),
    against(`${LANES} bare loops, fused by hand${store}`, 'bare loops, by hand'),
    against('Fastify + BullMQ + Redis', 'glue', 1),
  ];
};

type Executions = Subject & { upload(from: number, to: number): Promise<void> };

/** The pictures of a round are uploaded before it; measured is from create to the last byte of the result. */
const executionsOf = (
  name: string,
  client: ExecutionClient,
  workflow: string,
  pictures: string[],
): Executions => {
  const hashes: string[] = [];
  return {
    name,
    upload: async (from, to) => {
      hashes.push(...(await client.upload(pictures.slice(from, to))));
    },
    work: closedLoop(CALLERS, async (item) => {
      const picture = await client.result(await client.create(workflow, hashes[item]!));
      if (picture.length === 0) throw new Error(`${name} gave an empty result`);
    }),
  };
};
