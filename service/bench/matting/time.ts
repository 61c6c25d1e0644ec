import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { cpuMsOfChildren } from '../cpu-time.ts';
import { MAIN, type ServiceUnderTest, startService } from '../services/service-under-test.ts';
import { RESULTS, withoutRunTime } from './report.ts';

/**
 * `node service/bench/matting/time.ts [path of main.ts in an earlier checkout]`: measures `remove-background` in one lane of
 * the real service, in turns with the service of the earlier checkout, and writes the table to the end of results.md.
 */

const SIZES = [
  { width: 1280, height: 960 },
  { width: 4000, height: 3000 },
] as const;
const PHOTOS = ['stoneware', 'mug', 'carton'];
const ROUNDS = 5;
const STEP = 'cut';
// The second step makes the result small, so that its encoding takes hardly any time.
const WORKFLOW = JSON.stringify({
  name: 'Cut out',
  workflowComponents: [
    { id: STEP, component: 'remove-background', params: {} },
    { id: 'small', component: 'resize', params: { width: 64, height: 64 } },
  ],
});

type Times = { seconds: number[]; cpuSeconds: number[] };
type Subject = { name: string; service: ServiceUnderTest; workflow: string };

const folder = await mkdtemp(join(tmpdir(), 'darkroom-bench-'));

const startSubject = async (name: string, main: string): Promise<Subject> => {
  // The service keeps no images of the steps: it would make them while the next execution is measured.
  const settings = { DARKROOM_LANES: '1', DARKROOM_PREVIEW_DAYS: '0' };
  const service = await startService({ folder: join(folder, name), main, settings });
  const workflow = await service.client.caller.post('/v1/workflow', WORKFLOW, 'application/json');
  return { name, service, workflow: JSON.parse(workflow).id };
};

/** The time of the step, and the CPU time of the whole service for the execution, in seconds. */
const runOnce = async ({ service, workflow }: Subject, hash: string) => {
  const { client } = service;
  const before = cpuMsOfChildren();
  const id = await client.create(workflow, hash);
  await client.untilCompleted(id);
  const cpuSeconds = (cpuMsOfChildren() - before) / 1000;
  const { steps } = JSON.parse((await client.caller.get(`/v1/workflow/execution/${id}/trace`)).toString());
  const step = (steps as { id: string; durationMs: number }[]).find(({ id }) => id === STEP);
  return { seconds: step!.durationMs / 1000, cpuSeconds };
};

const subjects: Subject[] = [];
const earlier = process.argv[2];
const rows: string[] = [];
try {
  if (earlier) subjects.push(await startSubject('earlier', resolve(earlier)));
  subjects.push(await startSubject('now', MAIN));
  for (const { width, height } of SIZES)
    for (const photo of PHOTOS) {
      const path = join(folder, `${photo}-${width}.jpg`);
      await sharp(join(import.meta.dirname, `../../samples/${photo}.jpg`))
        .resize(width, height, { fit: 'cover' })
        .jpeg({ quality: 92 })
        .toFile(path);
      const hashes = await Promise.all(
        subjects.map(async ({ service }) => (await service.client.upload([path]))[0]!),
      );
      const times = subjects.map((): Times => ({ seconds: [], cpuSeconds: [] }));
      // The services take turns, so that a slow moment of the machine affects both.
      for (let round = 0; round <= ROUNDS; round++)
        for (const [n, subject] of subjects.entries()) {
          const { seconds, cpuSeconds } = await runOnce(subject, hashes[n]!);
          // The first round includes the start of the network and compiling, and is not counted.
          if (round === 0) continue;
          times[n]!.seconds.push(seconds);
          times[n]!.cpuSeconds.push(cpuSeconds);
        }
      for (const [n, { name }] of subjects.entries()) {
        const { seconds, cpuSeconds } = times[n]!;
        // Other load on the machine can only add to a time, so the least one is reported.
        const [wall, cpu] = [Math.min(...seconds), Math.min(...cpuSeconds)];
        rows.push(`| ${photo}, ${width} x ${height} | ${name} | ${wall.toFixed(2)} | ${cpu.toFixed(2)} |`);
        console.log(rows.at(-1));
      }
    }
} finally {
  for (const { service } of subjects) await service.stop();
  await rm(folder, { recursive: true, force: true });
}

const section = [
  '## Run time',
  '',
  `\`remove-background\` in one lane of the service, the least of ${ROUNDS} rounds in turns, made by \`node service/bench/matting/time.ts\`:`,
  'the time of the step with the network, and the CPU time of all processes of the service for the execution, both in seconds.',
  '',
  '| photo | service | seconds | CPU seconds |',
  '|---|---|---|---|',
  ...rows,
  '',
].join('\n');
await writeFile(RESULTS, `${withoutRunTime(await readFile(RESULTS, 'utf8'))}${section}`);
