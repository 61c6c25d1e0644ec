import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';

/** A bare Fastify route that pipes files, one after the other, into one answer. The list of their paths is a file. */

const app = Fastify();
app.get('/files', async (_request, reply) => {
  const paths = (await readFile(process.argv[2] as string, 'utf8')).split('\n');
  const answer = new PassThrough();
  const pipeAll = async () => {
    for (const path of paths) await pipeline(createReadStream(path), answer, { end: false });
    answer.end();
  };
  pipeAll().catch((error) => answer.destroy(error));
  return reply.type('application/octet-stream').send(answer);
});

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit());
