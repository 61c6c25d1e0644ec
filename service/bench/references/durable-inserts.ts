import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { closedLoop, type Subject } from '../measure.ts';

export const REFERENCE_TABLE = `create table if not exists bench_inserts (
  id uuid primary key, organization_id uuid not null, status text not null,
  created_at timestamptz not null default now(), body jsonb not null)`;

const ORGANIZATION = randomUUID();

/** Inserts one row about as wide as an execution, with a prepared statement for speed. */
export const durableInsert = () => ({
  name: 'bench-insert',
  text: 'insert into bench_inserts (id, organization_id, status, body) values ($1, $2, $3, $4)',
  values: [
    randomUUID(),
    ORGANIZATION,
    'CREATED',
    JSON.stringify({
      image: { name: 'image.jpg', contentHash: '0'.repeat(64), contentType: 'image/jpeg' },
    }),
  ],
});

/** Makes durable single-row inserts, each in its own transaction, with one connection per caller. */
export const openDurableInserts = async (
  databaseUrl: string,
  callers: number,
): Promise<Subject & { stop(): Promise<void> }> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: callers });
  await pool.query(REFERENCE_TABLE);
  return {
    name: 'durable inserts',
    work: closedLoop(callers, async () => {
      await pool.query(durableInsert());
    }),
    stop: () => pool.end(),
  };
};
