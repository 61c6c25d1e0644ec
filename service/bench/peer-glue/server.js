import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Queue, QueueEvents } from 'bullmq';
import Fastify from 'fastify';
import sharp from 'sharp';
import { pathIn, writeDurably } from '../references/write-durably.ts';
import { ATTEMPTS, connection, QUEUE, settings } from './settings.js';

const { inputs, results, apiKey } = settings;

const queue = new Queue(QUEUE, {
  connection: connection(),
  defaultJobOptions: { attempts: ATTEMPTS, removeOnComplete: { count: 50_000 } },
});
const events = new QueueEvents(QUEUE, { connection: connection() });

/** Requests that wait for a result, by job. One stream of events serves all of them. */
const waiting = new Map();
const tell = (jobId, outcome) => {
  for (const resolve of waiting.get(jobId) ?? []) resolve(outcome);
  waiting.delete(jobId);
};
events.on('completed', ({ jobId, returnvalue }) => tell(jobId, { result: returnvalue }));
events.on('failed', ({ jobId, failedReason }) => tell(jobId, { failed: failedReason }));

const outcomeOf = (jobId) =>
  new Promise((resolve, reject) => {
    waiting.set(jobId, [...(waiting.get(jobId) ?? []), resolve]);
    // The job may have ended before the request began to listen.
    queue.getJob(jobId).then((job) => {
      if (!job) tell(jobId, undefined);
      else if (job.finishedOn && job.failedReason) tell(jobId, { failed: job.failedReason });
      else if (job.finishedOn) tell(jobId, { result: job.returnvalue });
    }, reject);
  });

const app = Fastify({ bodyLimit: 64 * 1024 * 1024 });
app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.addHook('onRequest', async (request, reply) => {
  if (request.headers.authorization !== `Bearer ${apiKey}`) return reply.code(401).send();
});

app.post('/v1/upload', async (request, reply) => {
  const { format } = await sharp(request.body).metadata();
  if (!format) return reply.code(422).send();
  const hash = await writeDurably(inputs, request.body);
  return reply.code(201).type('text/plain').send(hash);
});

app.post(
  '/v1/workflow/execution/create',
  {
    schema: {
      querystring: {
        type: 'object',
        required: ['workflow'],
        properties: { workflow: { enum: ['fitOnWhite', 'passThrough'] } },
      },
      body: {
        type: 'object',
        required: ['image'],
        properties: {
          image: {
            type: 'object',
            required: ['name', 'contentHash'],
            properties: {
              name: { type: 'string' },
              contentHash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
            },
          },
        },
      },
    },
  },
  async (request, reply) => {
    const { name, contentHash } = request.body.image;
    const known = await stat(pathIn(inputs, contentHash)).catch(() => undefined);
    if (!known) return reply.code(404).send();
    const job = await queue.add(request.query.workflow, { name, contentHash });
    return reply.code(201).type('text/plain').send(job.id);
  },
);

app.get('/v1/workflow/execution/:id', async (request, reply) => {
  const job = await queue.getJob(request.params.id);
  if (!job) return reply.code(404).send();
  return { id: job.id, status: await job.getState(), result: job.returnvalue };
});

app.get('/v1/workflow/execution/:id/result/default', async (request, reply) => {
  const outcome = await outcomeOf(request.params.id);
  if (!outcome) return reply.code(404).send();
  if (outcome.failed) return reply.code(422).send(outcome.failed);
  const { hash, bytes } = outcome.result;
  return reply
    .type('image/jpeg')
    .header('content-length', bytes)
    .send(createReadStream(pathIn(results, hash)));
});

await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
process.send({ origin });
process.on('disconnect', () => process.exit());
