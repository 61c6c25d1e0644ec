import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, BenchContext } from '../bench.ts';
import { checkSamePixels } from '../check-same-pixels.ts';
import { openExecutionClient } from '../clients/execution-client.ts';
import { FIT_ON_WHITE } from '../fit-on-white.ts';
import { type ImageSize, LARGE, makeImages, SMALL, TINY } from '../images.ts';
import {
  closedLoop,
  cpuRatioOf,
  describeRounds,
  measureInTurns,
  median,
  percentile,
  ratioOf,
  type Subject,
} from '../measure.ts';
import { API_KEY, LANES, MAIN, type ServiceUnderTest, startService } from '../services/service-under-test.ts';

const CALLERS = 16;
const ROUNDS = 5;
// A real service runs for days with compiled code. Until the code is compiled, each request takes twice the
// time, so the warm-up is long.
const WARM_UP_EXECUTIONS = 3_000;
const IDLE_IMAGES = 40;
const IDLE_PAUSE_MS = 30;

type Versions = { now: ServiceUnderTest; before: ServiceUnderTest };

/**
 * Compares this version with a checkout of another one, in which `npm ci` was run: DARKROOM_BENCH_BEFORE is its path. Both
 * services have a database of their own and take turns.
 */
export const versionsBench: Bench = {
  name: 'versions',
  description: 'this version beside the checkout of another one that DARKROOM_BENCH_BEFORE names',
  run: async (context) => {
    const checkout = process.env.DARKROOM_BENCH_BEFORE;
    if (!checkout) return [];
    const main = mainOf(checkout);
    const versions = await openBoth(context, main, 'start');
    const rows = [
      await compareExecutions(versions, context, LARGE, FIT_ON_WHITE.name, 16),
      await compareExecutions(versions, context, SMALL, FIT_ON_WHITE.name, 24),
      await compareExecutions(versions, context, TINY, 'Pass-through', 1_500),
      await compareIdle(versions, context),
    ];
    const withoutLanes = await openBoth(context, main, 'api');
    for (const callers of [8, 32, 128]) rows.push(await compareCreates(withoutLanes, context, callers));
    return rows;
  },
};

/** The main file of a checkout: the bundle if this version has one, otherwise the source. */
const mainOf = (checkout: string): string => {
  const bundled = join(checkout, 'service/dist/main.js');
  return existsSync(bundled) ? bundled : join(checkout, 'service/src/main.ts');
};

const openBoth = async (
  { folder, atTheEnd }: BenchContext,
  before: string,
  role: 'start' | 'api',
): Promise<Versions> => {
  const open = async (name: keyof Versions, main: string) => {
    const own = join(folder, `${name}-${role}`);
    await mkdir(own);
    const service = await startService({ folder: own, main, role });
    atTheEnd(service.stop);
    return service;
  };
  return { now: await open('now', MAIN), before: await open('before', before) };
};

const NAMES = ['now', 'before'] as const;

const compareExecutions = async (
  versions: Versions,
  { folder, effort }: BenchContext,
  size: ImageSize,
  workflow: string,
  itemsPerRound: number,
) => {
  const perRound = Math.max(Math.round(itemsPerRound * effort), 6 * LANES);
  const edge = size === TINY ? CALLERS : 2 * LANES;
  // One more round is for the warm-up. No image is used twice, because a service may reuse the result of an
  // image that it has processed before.
  const images = await makeImages(join(folder, size.name), size, perRound * (ROUNDS + 1));
  const hashes = await versions.now.client.upload(images);
  await versions.before.client.upload(images);
  const run = ({ client, workflow: idOf }: ServiceUnderTest) =>
    closedLoop(CALLERS, async (item) => {
      const id = await client.create(idOf(workflow), hashes[item % hashes.length]!);
      if ((await client.download(id)) === 0) throw new Error('the result is empty');
    });
  if (size === TINY) for (const name of NAMES) await run(versions[name])(0, WARM_UP_EXECUTIONS);
  else {
    const resultOf = async ({ client, workflow: idOf }: ServiceUnderTest) =>
      client.result(await client.create(idOf(workflow), hashes[0]!));
    await checkSamePixels(await resultOf(versions.now), await resultOf(versions.before));
  }
  return compare(
    `${size.name} ${workflow}, create to result, ${CALLERS} callers`,
    NAMES.map((name) => ({ name, work: run(versions[name]) })),
    { itemsPerRound: perRound, edge },
  );
};

const compareCreates = async (
  versions: Versions,
  { folder, effort, atTheEnd }: BenchContext,
  callers: number,
) => {
  const images = await makeImages(join(folder, `creates-${callers}`), TINY, 500);
  const perRound = Math.round(5_000 * effort);
  const subjects: Subject[] = [];
  for (const name of NAMES) {
    const { client, origin, workflow } = versions[name];
    const hashes = await client.upload(images);
    const own = openExecutionClient(origin, API_KEY, callers);
    atTheEnd(own.caller.close);
    const id = workflow('Pass-through');
    const work = closedLoop(
      callers,
      async (item) => void (await own.create(id, hashes[item % hashes.length]!)),
    );
    subjects.push({ name, work });
  }
  return compare(`create, ${callers} callers`, subjects, { itemsPerRound: perRound, edge: callers });
};

const compare = async (
  what: string,
  subjects: Subject[],
  { itemsPerRound, edge }: { itemsPerRound: number; edge: number },
) => {
  const rounds = await measureInTurns({ subjects, rounds: ROUNDS, itemsPerRound, warmUpRounds: 1, edge });
  return {
    what: `${what}: this version / the one before`,
    darkroom: describeRounds(rounds, 'now'),
    reference: describeRounds(rounds, 'before'),
    value: ratioOf(rounds, 'now', 'before'),
    byCpu: cpuRatioOf(rounds, 'now', 'before'),
    unit: '' as const,
  };
};

/**
 * Measures one image at a time; the versions alternate. The value is the median, over all rounds, of the ratio
 * of the versions' median times.
 */
const compareIdle = async (versions: Versions, { folder }: BenchContext) => {
  const images = await makeImages(join(folder, 'idle'), TINY, IDLE_IMAGES * ROUNDS);
  const hashes = await versions.now.client.upload(images);
  await versions.before.client.upload(images);
  const medians = { now: [] as number[], before: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const times = { now: [] as number[], before: [] as number[] };
    for (const hash of hashes.slice(round * IDLE_IMAGES, (round + 1) * IDLE_IMAGES))
      for (const name of NAMES) {
        const { client, workflow } = versions[name];
        await pause(IDLE_PAUSE_MS);
        const startedAt = performance.now();
        await client.untilCompleted(await client.create(workflow('Pass-through'), hash));
        times[name].push(performance.now() - startedAt);
      }
    for (const name of NAMES) medians[name].push(percentile(times[name], 0.5));
  }
  const described = (name: keyof Versions) => `${median(medians[name]).toFixed(1)} ms`;
  return {
    what: 'idle: create to COMPLETED for a 64x64 image, p50: the version before / this one',
    darkroom: described('now'),
    reference: described('before'),
    value: median(medians.before.map((before, round) => before / medians.now[round]!)),
    unit: '' as const,
  };
};
