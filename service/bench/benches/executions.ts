import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { firstWorkflows } from '../../src/operations/workflows/first-workflows.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { checkSamePixels } from '../check-same-pixels.ts';
import { type ExecutionClient, openExecutionClient } from '../execution-client.ts';
import { FIT_ON_WHITE } from '../fit-on-white.ts';
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
  /** Completions at either end of a round that do not count: there the lanes had not all they could do. */
  edge: number;
  target: number;
  /** Small enough that the download counts: measured to COMPLETED as well, on pictures of its own. */
  toCompleted?: true;
};

const CALLERS = 16;
const WARM_UP_ROUNDS = 1;
const WARM_UP_EXECUTIONS = 2_000;
const WARM_UP_PICTURES = 500;

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

/** Executions per second from create to result, beside bare loops with the same pixels and beside the glue. */
export const EXECUTION_BENCHES: Bench[] = PLANS.map((plan) => ({
  name: plan.name,
  sentence: `${plan.size.name} ${plan.workflow}: Darkroom, bare loops and glue`,
  run: (context) => measureExecutions(plan, context),
}));

const measureExecutions = async (plan: Plan, context: BenchContext) => {
  const { folder, effort, endLater } = context;
  const { size, pipeline, durable } = plan;
  const itemsPerRound = Math.max(plan.itemsPerRound * effort, 3 * plan.edge);
  const make = (name: string) =>
    makePictures(join(folder, name), size, itemsPerRound * (plan.rounds + WARM_UP_ROUNDS));
  const pictures = await make('pictures');

  const service = await startService({ folder: join(folder, 'darkroom') });
  endLater(service.stop);
  const { client } = service;
  const workflow = service.workflow(plan.workflow);
  const toResult = (by: ExecutionClient) => async (id: string) => {
    if ((await by.download(id)) === 0) throw new Error('the result is empty');
  };
  const darkroom = executionsOf('Darkroom', client, workflow, pictures, toResult(client));
  const toCompleted = plan.toCompleted
    ? executionsOf('Darkroom to COMPLETED', client, workflow, await make('more'), client.untilCompleted)
    : undefined;

  const glueFolder = join(folder, 'glue');
  await mkdir(glueFolder);
  const peer = await startPeerGlue(glueFolder, LANES);
  endLater(peer.stop);
  const peerClient = openExecutionClient(peer.origin, peer.apiKey, CALLERS);
  endLater(peerClient.caller.close);
  const glue = executionsOf('glue', peerClient, pipeline, pictures, toResult(peerClient));

  const loop = (name: string, means: 'steps' | 'fused') =>
    startBareLoops(name, folder, LANES, {
      means,
      pipeline,
      steps: [FIT_ON_WHITE, ...firstWorkflows()].find(({ name }) => name === plan.workflow)!.steps,
      pictures,
      results: join(folder, `results-${means}`),
      durable,
    });
  const steps = await loop('bare loops', 'steps');
  endLater(steps.stop);
  const fused = await loop('bare loops, by hand', 'fused');
  endLater(fused.stop);

  if (size !== TINY) {
    const tiny = await makePictures(join(folder, 'tiny'), TINY, WARM_UP_PICTURES);
    await warmUp(client, service.workflow('Pass-through'), tiny);
    await warmUp(peerClient, 'passThrough' satisfies PipelineName, tiny);
  }
  const rounds = await takeTurns({
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
 * So few large pictures pass that the code around the lanes would still be interpreted, which it is not in a service that
 * has run for an hour.
 */
const warmUp = async (client: ExecutionClient, workflow: string, pictures: string[]): Promise<void> => {
  const hashes = await client.upload(pictures);
  await closedLoop(CALLERS, async (item) => {
    await client.download(await client.create(workflow, hashes[item % hashes.length]!));
  })(0, WARM_UP_EXECUTIONS);
};

type Executions = Subject & {
  upload(from: number, to: number): Promise<void>;
  /** The result of the first picture. */
  first(): Promise<Buffer>;
};

/** The pictures of a round are uploaded before it; measured is from create to the end that is waited for. */
const executionsOf = (
  name: string,
  client: ExecutionClient,
  workflow: string,
  pictures: string[],
  untilEnd: (id: string) => Promise<void>,
): Executions => {
  const hashes: string[] = [];
  return {
    name,
    upload: async (from, to) => {
      hashes.push(...(await client.upload(pictures.slice(from, to))));
    },
    first: async () => client.result(await client.create(workflow, hashes[0]!)),
    work: closedLoop(CALLERS, async (item) => untilEnd(await client.create(workflow, hashes[item]!))),
  };
};
