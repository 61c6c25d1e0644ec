import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import Fastify from 'fastify';

/** A bare Fastify route that pipes files, one after the other, into one response. The argument names a list of their paths. */

const app = Fastify();
app.get('/files', async (_request, reply) => {
  const paths = (await readFile(process.argv[2] as string, 'utf8')).split('\n');
  const bytes = async function* () {
    for (const path of paths) yield* createReadStream(path);
  };
  return reply.type('application/octet-stream').send(Readable.from(bytes(), { objectMode: false }));
});

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit());
