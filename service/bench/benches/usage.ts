import { join } from 'node:path';
import pg from 'pg';
import { writeCursor } from '../../src/http/requests/list-cursor.ts';
import type { Bench } from '../bench.ts';
import { mediansInTurns, progress } from '../measure.ts';
import { type ServiceUnderTest, startService } from '../services/service-under-test.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const FEW_BATCHES = 1_000;
const MANY_BATCHES = 100_000;
const DAYS = 90;
const ROUNDS = 40;
const WARM_UP = 10;

// Inserts the usage sums that the workers would have written: `$2` executions in 90 days, in batches of 500.
// They belong to three workflows, each with two components, a key and a user. Their times fall into ten buckets
// of the histograms.
const FILL_USAGE = `
  with run as materialized (
    select date_bin('15 minutes', now() - n * interval '${DAYS} days' / $2::integer, 'epoch') as at,
      n % 3 as workflow, n / 500 as batch, (60 + n * 7 % 10)::smallint as bucket, count(*) as count
    from generate_series(1, $2::integer) n group by 1, 2, 3, 4
  ), bucketed as (
    select dimension, group_id, span, date_bin(size, at, 'epoch') as at, bucket, sum(count)::integer as count
    from run cross join lateral (values ('total', null), ('workflow', md5('workflow ' || workflow)::uuid::text),
      ('key', md5('key ' || workflow)::uuid::text), ('user', md5('user ' || workflow)::uuid::text),
      ('batch', md5('batch ' || batch)::uuid::text), ('component', 'resize'), ('component', 'sharpen')
    ) grouped (dimension, group_id)
    cross join (values ('quarter', interval '15 minutes'), ('hour', interval '1 hour'), ('day', interval '1 day')
    ) spanned (span, size)
    group by 1, 2, 3, 4, 5
  )
  insert into usage_sums (organization_id, dimension, group_id, span, at, executions, failures, credits, work_ms,
    queue_buckets, queue_counts, processing_buckets, processing_counts)
  select $1, dimension, group_id, span, at, sum(count), 0, sum(count) * 10, sum(count) * 100,
    array_agg(bucket order by bucket), array_agg(count order by bucket),
    array_agg(bucket order by bucket), array_agg(count order by bucket)
  from bucketed group by dimension, group_id, span, at`;

// A charge for each execution, and one grant for every thousand.
const FILL_LEDGER = `
  insert into ledger (organization_id, id, kind, amount, execution_id, user_id, created_at)
  select $1::uuid, id, case when is_grant then 'grant' else 'charge' end, case when is_grant then 10000 else -10 end,
    case when not is_grant then id end, case when is_grant then $3::uuid end,
    now() - n * interval '${DAYS} days' / $2::integer
  from (
    select n, n % 1000 = 0 as is_grant, md5($1::uuid || ' ' || n)::uuid as id from generate_series(1, $2::integer) n
  ) entry`;

// Batches that were completed long ago, and a few of each other status.
const FILL_BATCHES = `
  insert into batches (organization_id, id, name, search_name, created_by, created_at, status, paused, rounds, completed_at,
    completed_changes)
  select $1, md5('batch ' || n)::uuid, 'Batch ' || n, 'batch ' || n, $3, now() - n * interval '1 minute',
    case when is_completed then 'completed' when n % 2 = 0 then 'paused' else 'empty' end,
    not is_completed and n % 2 = 0, is_completed::integer, case when is_completed then now() end,
    case when is_completed then 0 end
  from (select n, n % ($2::integer / 100) > 1 as is_completed from generate_series(1, $2::integer) n) made`;

type Filled = { id: string; entries: number };

/** Two organizations of one service: one with few entries, one with many. */
const fill = async (
  service: ServiceUnderTest,
  id: string,
  entries: number,
  batches: number,
): Promise<Filled> => {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query(FILL_USAGE, [id, entries]);
    const user = (await client.query('select id from users limit 1')).rows[0].id;
    await client.query(FILL_LEDGER, [id, entries, user]);
    await client.query(FILL_BATCHES, [id, batches, user]);
    await client.query('vacuum analyze');
    const { rows } = await client.query(
      'select count(*)::integer as count from usage_sums where organization_id = $1',
      [id],
    );
    progress(`filled ${entries} entries: ${rows[0].count} sums of the usage`);
    return { id, entries };
  } finally {
    await client.end();
  }
};

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const timeOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
const NO_ID = '00000000-0000-0000-0000-000000000000';

const QUARTER = `from=${dayOf(DAYS)}&to=${dayOf(0)}`;
/**
 * The pages of each resource, and the limit for the ratio of the median time with many entries to that with few
 * entries.
 */
const PAGES: Record<string, { atMost: number; paths(filled: Filled): Record<string, string> }> = {
  usage: {
    atMost: 3,
    paths: ({ id }) => ({
      'of 30 days': `/v1/organization/${id}/usage`,
      'of 90 days by month': `/v1/organization/${id}/usage?${QUARTER}&by=month`,
      'of 30 days in India': `/v1/organization/${id}/usage?timezone=Asia/Kolkata`,
      'by workflow': `/v1/organization/${id}/usage?${QUARTER}&by=month&group=workflow`,
      'by component': `/v1/organization/${id}/usage?${QUARTER}&by=month&group=component`,
      'by batch': `/v1/organization/${id}/usage?${QUARTER}&by=month&group=batch&limit=20`,
    }),
  },
  ledger: {
    atMost: 3,
    paths: ({ id }) => {
      const ledger = `/v1/organization/${id}/ledger`;
      const deep = writeCursor({}, { createdAt: timeOf(DAYS * 0.99), id: NO_ID });
      return {
        first: ledger,
        'by cursor': `${ledger}?cursor=${deep}`,
        charges: `${ledger}?kind=charge`,
        grants: `${ledger}?kind=grant`,
        'after a time': `${ledger}?createdAfter=${timeOf(DAYS / 2)}`,
        'charges before a time': `${ledger}?kind=charge&createdBefore=${timeOf(DAYS / 2)}`,
      };
    },
  },
  batches: {
    atMost: 3,
    paths: ({ id }) => ({
      ...Object.fromEntries(
        ['empty', 'running', 'paused', 'closed', 'completed'].map((status) => [
          status,
          `/v1/batch?organization=${id}&status=${status}&limit=20`,
        ]),
      ),
      all: `/v1/batch?organization=${id}&limit=20`,
    }),
  },
};

const NAMES: Record<string, string> = {
  usage: 'page of the usage, 1,000,000 executions / 10,000',
  ledger: 'page of the ledger, 1,000,000 lines / 10,000',
  batches: 'list of batches by status, 100,000 batches / 1,000',
};

export const usageBench: Bench = {
  name: 'usage',
  description: 'pages of the usage, the ledger and the batches of a large organization beside a small one',
  run: async ({ folder, atTheEnd }) => {
    const service = await startService({ folder: join(folder, 'usage'), role: 'api' });
    atTheEnd(service.stop);
    const { caller } = service.client;
    const add = JSON.stringify({ name: 'Small' });
    const small = JSON.parse(await caller.post('/v1/organization', add, 'application/json')).id as string;
    const few = await fill(service, small, FEW, FEW_BATCHES);
    const many = await fill(service, service.organizationId, MANY, MANY_BATCHES);
    const rows = [];
    for (const [resource, { atMost, paths }] of Object.entries(PAGES)) {
      let worst = { page: '', fewMs: 1, manyMs: 0 };
      const pathsOfMany = paths(many);
      for (const [page, path] of Object.entries(paths(few))) {
        const asked = [path, pathsOfMany[page]!].map((one) => () => caller.get(one));
        const [fewMs, manyMs] = (await mediansInTurns(asked, ROUNDS, WARM_UP)) as [number, number];
        progress(
          `${resource} ${page}: ${fewMs.toFixed(2)} ms, ${manyMs.toFixed(2)} ms, ${(manyMs / fewMs).toFixed(2)}`,
        );
        if (manyMs / fewMs > worst.manyMs / worst.fewMs) worst = { page, fewMs, manyMs };
      }
      rows.push({
        what: `${NAMES[resource]}, worst (${worst.page}), p50`,
        darkroom: `${worst.manyMs.toFixed(2)} ms`,
        reference: `${worst.fewMs.toFixed(2)} ms`,
        value: worst.manyMs / worst.fewMs,
        unit: '' as const,
        target: { atMost },
      });
    }
    return rows;
  },
};
