import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { durableInsert, REFERENCE_TABLE } from './durable-inserts.ts';

/**
 * A bare Fastify route that makes one durable insert, without the rest of what creating an execution involves.
 */

const pool = new pg.Pool({ connectionString: process.argv[2], max: Number(process.argv[3]) });
await pool.query(REFERENCE_TABLE);

const app = Fastify();
app.post('/v1/workflow/execution/create', async (_request, reply) => {
  await pool.query(durableInsert());
  return reply.code(201).type('text/plain; charset=utf-8').send(randomUUID());
});

process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit());
