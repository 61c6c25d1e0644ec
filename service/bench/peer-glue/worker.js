import { Worker } from 'bullmq';
import { FUSED_PIPELINES, setUpSharp } from '../references/fused-pipelines.ts';
import { pathIn, writeDurably } from '../references/write-durably.ts';
import { connection, JOBS_PER_PROCESS, QUEUE, settings } from './settings.js';

const { inputs, results } = settings;
setUpSharp();

const worker = new Worker(
  QUEUE,
  async ({ name, data }) => {
    const image = await FUSED_PIPELINES[name](pathIn(inputs, data.contentHash));
    return { hash: await writeDurably(results, image), bytes: image.length };
  },
  { connection: connection(), concurrency: JOBS_PER_PROCESS },
);
worker.on('error', (error) => console.error(error));
await worker.waitUntilReady();
process.send({ ready: true });
process.on('disconnect', () => process.exit());
