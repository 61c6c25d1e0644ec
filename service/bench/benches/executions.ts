import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { firstWorkflows } from '../../src/operations/workflows/first-workflows.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { checkSamePixels } from '../check-same-pixels.ts';
import { type ExecutionClient, openExecutionClient } from '../clients/execution-client.ts';
import { FIT_ON_WHITE } from '../fit-on-white.ts';
import { type ImageSize, LARGE, makeImages, SMALL, TINY } from '../images.ts';
import { closedLoop, cpuRatioOf, describeRounds, measureInTurns, ratioOf, type Subject } from '../measure.ts';
import { startPeerGlue } from '../peer-glue/start-peer-glue.ts';
import { startBareLoops } from '../references/bare-loops.ts';
import type { PipelineName } from '../references/fused-pipelines.ts';
import { LANES, startService } from '../services/service-under-test.ts';

type Plan = {
  name: string;
  size: ImageSize;
  workflow: string;
  pipeline: PipelineName;
  /** True when the bare loops make their results durable as well. */
  durable: boolean;
  itemsPerRound: number;
  rounds: number;
  /** The number of completions at each end of a round that do not count, because not all lanes were busy. */
  edge: number;
  target: number;
  /**
   * Also measures executions per second from create to COMPLETED, without the download, on images of their own.
   * For images so small that the time of the download matters.
   */
  toCompleted?: true;
};

const CALLERS = 16;
const WARM_UP_ROUNDS = 1;
const WARM_UP_EXECUTIONS = 2_000;
const WARM_UP_IMAGES = 500;

const PLANS: Plan[] = [
  {
    name: 'large',
    size: LARGE,
    workflow: FIT_ON_WHITE.name,
    pipeline: 'fitOnWhite',
    durable: false,
    itemsPerRound: 32,
    rounds: 9,
    edge: 2 * LANES,
    target: 0.95,
  },
  {
    name: 'small',
    size: SMALL,
    workflow: FIT_ON_WHITE.name,
    pipeline: 'fitOnWhite',
    durable: false,
    itemsPerRound: 32,
    rounds: 9,
    edge: 2 * LANES,
    target: 0.8,
  },
  {
    name: 'tiny',
    size: TINY,
    workflow: 'Pass-through',
    pipeline: 'passThrough',
    durable: true,
    itemsPerRound: 1_000,
    rounds: 11,
    edge: CALLERS,
    target: 0.5,
    toCompleted: true,
  },
];

/**
 * Measures executions per second from create to result, compared with bare loops on the same pixels and with
 * the glue (a service built by hand from Fastify, BullMQ and Redis).
 */
export const EXECUTION_BENCHES: Bench[] = PLANS.map((plan) => ({
  name: plan.name,
  description: `${plan.size.name} ${plan.workflow}: Darkroom, bare loops and glue`,
  run: (context) => measureExecutions(plan, context),
}));

const measureExecutions = async (plan: Plan, context: BenchContext) => {
  const { folder, effort, atTheEnd } = context;
  const { size, pipeline, durable } = plan;
  const itemsPerRound = Math.max(plan.itemsPerRound * effort, 3 * plan.edge);
  const make = (name: string) =>
    makeImages(join(folder, name), size, itemsPerRound * (plan.rounds + WARM_UP_ROUNDS));
  const images = await make('images');

  const service = await startService({ folder: join(folder, 'darkroom') });
  atTheEnd(service.stop);
  const { client } = service;
  const workflow = service.workflow(plan.workflow);
  const toResult = (by: ExecutionClient) => async (id: string) => {
    if ((await by.download(id)) === 0) throw new Error('the result is empty');
  };
  const darkroom = executionsOf('Darkroom', client, workflow, images, toResult(client));
  const toCompleted = plan.toCompleted
    ? executionsOf('Darkroom to COMPLETED', client, workflow, await make('more'), client.untilCompleted)
    : undefined;

  const glueFolder = join(folder, 'glue');
  await mkdir(glueFolder);
  const peer = await startPeerGlue(glueFolder, LANES);
  atTheEnd(peer.stop);
  const peerClient = openExecutionClient(peer.origin, peer.apiKey, CALLERS);
  atTheEnd(peerClient.caller.close);
  const glue = executionsOf('glue', peerClient, pipeline, images, toResult(peerClient));

  const loop = (name: string, means: 'steps' | 'fused') =>
    startBareLoops(name, folder, LANES, {
      means,
      pipeline,
      steps: [FIT_ON_WHITE, ...firstWorkflows()].find(({ name }) => name === plan.workflow)!.steps,
      images,
      results: join(folder, `results-${means}`),
      durable,
    });
  const steps = await loop('bare loops', 'steps');
  atTheEnd(steps.stop);
  const fused = await loop('bare loops, by hand', 'fused');
  atTheEnd(fused.stop);

  if (size !== TINY) {
    const tiny = await makeImages(join(folder, 'tiny'), TINY, WARM_UP_IMAGES);
    await warmUp(client, service.workflow('Pass-through'), tiny);
    await warmUp(peerClient, 'passThrough' satisfies PipelineName, tiny);
  }
  const rounds = await measureInTurns({
    subjects: [darkroom, ...(toCompleted ? [toCompleted] : []), steps, fused, glue],
    rounds: plan.rounds,
    itemsPerRound,
    warmUpRounds: WARM_UP_ROUNDS,
    edge: plan.edge,
    beforeRound: async (from, to) => {
      for (const subject of [darkroom, toCompleted, glue]) await subject?.upload(from, to);
      if (from === 0) await checkSamePixels(await darkroom.first(), await glue.first());
    },
  });

  const against = (ours: Subject, what: string, { name }: Subject, target?: number) => ({
    what: `${size.name} ${plan.workflow}, create to ${ours === darkroom ? 'result' : 'COMPLETED'}, ${CALLERS} callers / ${what}`,
    darkroom: describeRounds(rounds, ours.name),
    reference: describeRounds(rounds, name),
    value: ratioOf(rounds, ours.name, name),
    byCpu: cpuRatioOf(rounds, ours.name, name),
    unit: '' as const,
    ...(target === undefined ? {} : { target: { atLeast: target } }),
  });
  const store = durable ? ' into a durable store' : '';
  return [
    against(toCompleted ?? darkroom, `${LANES} bare loops, same steps${store}`, steps, plan.target),
    against(toCompleted ?? darkroom, `${LANES} bare loops, fused by hand${store}`, fused),
    against(darkroom, 'Fastify + BullMQ + Redis', glue, 1),
  ];
};

/**
 * Runs tiny images first. A round has only few large images, which would leave the code around the lanes
 * uncompiled, unlike in a service that has run for an hour.
 */
const warmUp = async (client: ExecutionClient, workflow: string, images: string[]): Promise<void> => {
  const hashes = await client.upload(images);
  await closedLoop(CALLERS, async (item) => {
    await client.download(await client.create(workflow, hashes[item % hashes.length]!));
  })(0, WARM_UP_EXECUTIONS);
};

type Executions = Subject & {
  upload(from: number, to: number): Promise<void>;
  /** The result of the first image. */
  first(): Promise<Buffer>;
};

/**
 * Uploads the images of a round before the round starts, and measures from create until `untilEnd` resolves.
 */
const executionsOf = (
  name: string,
  client: ExecutionClient,
  workflow: string,
  images: string[],
  untilEnd: (id: string) => Promise<void>,
): Executions => {
  const hashes: string[] = [];
  return {
    name,
    upload: async (from, to) => {
      hashes.push(...(await client.upload(images.slice(from, to))));
    },
    first: async () => client.result(await client.create(workflow, hashes[0]!)),
    work: closedLoop(CALLERS, async (item) => untilEnd(await client.create(workflow, hashes[item]!))),
  };
};
