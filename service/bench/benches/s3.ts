import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, BenchContext } from '../bench.ts';
import { cpuMsOfProcess } from '../cpu-time.ts';
import { FIT_ON_WHITE } from '../fit-on-white.ts';
import { LARGE, makeImages } from '../images.ts';
import {
  closedLoop,
  cpuRatioOf,
  describeRounds,
  measureInTurns,
  median,
  ratioOf,
  type Subject,
} from '../measure.ts';
import { LANES, startService } from '../services/service-under-test.ts';

const CALLERS = 16;
const PER_ROUND = 32;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 1;
const EDGE = 2 * LANES;
const BUCKET = 'images';

export const s3Bench: Bench = {
  name: 's3',
  description: '12 MP Fit on white with the images in S3, and in a folder',
  run: async (context) => {
    const { folder, effort } = context;
    const itemsPerRound = Math.max(PER_ROUND * effort, 3 * EDGE);
    const images = await makeImages(join(folder, 'images'), LARGE, itemsPerRound * (ROUNDS + WARM_UP_ROUNDS));
    const server = await startS3(context);
    const inS3 = await openSubject('S3', images, context, server.settings);
    const serverMs: number[] = [];
    const work: Subject['work'] = async (from, to) => {
      const before = cpuMsOfProcess(server.pid);
      const completions = await inS3.work(from, to);
      serverMs.push((cpuMsOfProcess(server.pid) - before) / (to - from));
      return completions;
    };
    const inFolder = await openSubject('folder', images, context, {});
    const rounds = await measureInTurns({
      subjects: [{ ...inS3, work }, inFolder],
      rounds: ROUNDS,
      itemsPerRound,
      warmUpRounds: WARM_UP_ROUNDS,
      edge: EDGE,
      beforeRound: async (from, to) => {
        for (const subject of [inS3, inFolder]) await subject.upload(from, to);
        await removeCopies(inS3.dataDir);
      },
    });
    return [
      {
        what: `12 MP ${FIT_ON_WHITE.name}, create to result, ${CALLERS} callers: images in S3 / images in a folder`,
        darkroom: `${describeRounds(rounds, 'S3')}, of which the S3 server ${median(serverMs).toFixed(0)} ms`,
        reference: describeRounds(rounds, 'folder'),
        value: ratioOf(rounds, 'S3', 'folder'),
        byCpu: cpuRatioOf(rounds, 'S3', 'folder'),
        unit: '',
        target: { atLeast: 0.9 },
      },
    ];
  },
};

/**
 * Starts an S3 server in a process of its own. Its CPU time counts as part of the cost of S3. Returns the
 * settings of a service that uses it.
 */
const startS3 = async ({ folder, atTheEnd }: BenchContext) => {
  const objects = join(folder, 'bucket');
  await mkdir(objects);
  const server = fork(join(import.meta.dirname, '../services/s3-server.ts'), [objects, BUCKET]);
  const [port] = (await once(server, 'message')) as [number];
  atTheEnd(async () => {
    const exit = once(server, 'exit');
    server.disconnect();
    await exit;
  });
  return {
    pid: server.pid!,
    settings: {
      DARKROOM_OBJECTS: `s3://${BUCKET}`,
      DARKROOM_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
    },
  };
};

type Executions = Subject & { dataDir: string; upload(from: number, to: number): Promise<void> };

const openSubject = async (
  name: string,
  images: string[],
  { folder, atTheEnd }: BenchContext,
  settings: Record<string, string>,
): Promise<Executions> => {
  const own = join(folder, name);
  const service = await startService({ folder: own, settings });
  atTheEnd(service.stop);
  const { client } = service;
  const workflow = service.workflow(FIT_ON_WHITE.name);
  const hashes: string[] = [];
  return {
    name,
    dataDir: join(own, 'data'),
    upload: async (from, to) => {
      hashes.push(...(await client.upload(images.slice(from, to))));
    },
    work: closedLoop(CALLERS, async (item) => {
      const id = await client.create(workflow, hashes[item]!);
      if ((await client.download(id)) === 0) throw new Error('the result is empty');
    }),
  };
};

const COPY = /^[0-9a-f]{64}$/;

/** Removes the local copies, so that the lanes fetch each image from S3, as on a machine that did not receive the upload. */
const removeCopies = async (dataDir: string): Promise<void> => {
  const copies = join(dataDir, 'object-cache');
  for (const name of await readdir(copies)) if (COPY.test(name)) await rm(join(copies, name));
};
