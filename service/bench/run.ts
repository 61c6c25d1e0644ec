import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { announcementsBench } from './benches/announcements.ts';
import { batchesBench } from './benches/batches.ts';
import { collectBench } from './benches/collect.ts';
import { consoleExecutionsBench } from './benches/console-executions.ts';
import { controlPlaneBench } from './benches/control-plane.ts';
import { costsBench } from './benches/costs.ts';
import { createBench } from './benches/create.ts';
import { editorBench } from './benches/editor.ts';
import { EXECUTION_BENCHES } from './benches/executions.ts';
import { idleBench } from './benches/idle.ts';
import { listBench } from './benches/list.ts';
import { manyWorkersBench } from './benches/many-workers.ts';
import { memoryBench } from './benches/memory.ts';
import { observedBench } from './benches/observed.ts';
import { s3Bench } from './benches/s3.ts';
import { startBench } from './benches/start.ts';
import { streamsBench } from './benches/streams.ts';
import { tokensBench } from './benches/tokens.ts';
import { usageBench } from './benches/usage.ts';
import { versionsBench } from './benches/versions.ts';
import { webhooksBench } from './benches/webhooks.ts';
import { workflowsBench } from './benches/workflows.ts';
import { type Row, saveResults, tableOf } from './report.ts';

/**
 * `npm run bench` runs all benches, `npm run bench -- <name> ...` only those named. `--short` measures a quarter of the
 * items in each round and does not save the results.
 */

const BENCHES: Bench[] = [
  ...EXECUTION_BENCHES,
  s3Bench,
  controlPlaneBench,
  createBench,
  idleBench,
  announcementsBench,
  manyWorkersBench,
  listBench,
  batchesBench,
  usageBench,
  consoleExecutionsBench,
  streamsBench,
  observedBench,
  tokensBench,
  startBench,
  webhooksBench,
  collectBench,
  workflowsBench,
  editorBench,
  versionsBench,
  costsBench,
  memoryBench,
];
const MAX_MINUTES = 20;

const SHORT_EFFORT = 0.25;

const short = process.argv.includes('--short');
const effort = short ? SHORT_EFFORT : 1;
const wanted = process.argv.slice(2).filter((argument) => argument !== '--short');
const unknown = wanted.filter((name) => !BENCHES.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Choose from:`);
  for (const { name, description } of BENCHES) console.error(`  ${name.padEnd(14)} ${description}`);
  process.exit(2);
}

let cleanUps: (() => unknown)[] = [];
const cleanUp = async () => {
  const last = cleanUps.toReversed();
  cleanUps = [];
  for (const end of last) await end();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));

const runOne = async ({ name, run }: Bench): Promise<Row[]> => {
  // The folder is in the system's temporary folder, because PostgreSQL does not run as root and must be able to
  // enter it.
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-bench-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  try {
    const rows = await run({ folder, effort, atTheEnd: (end) => cleanUps.push(end) });
    return rows.map((row) => ({ bench: name, ...row }));
  } finally {
    await cleanUp();
  }
};

const rows: Row[] = [];
const stopAt = performance.now() + MAX_MINUTES * 60_000;
for (const bench of BENCHES) {
  if (wanted.length > 0 && !wanted.includes(bench.name)) continue;
  if (performance.now() > stopAt) {
    console.error(`${bench.name} is skipped: the run has already taken ${MAX_MINUTES} minutes.`);
    continue;
  }
  process.stderr.write(`${bench.name}: ${bench.description}\n`);
  try {
    rows.push(...(await runOne(bench)));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
if (!short)
  await saveResults(
    rows,
    BENCHES.map(({ name }) => name),
  );
console.log(tableOf(rows));
