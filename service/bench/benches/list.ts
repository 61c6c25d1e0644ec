import { join } from 'node:path';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { percentile, progress } from '../measure.ts';
import { type ServiceUnderTest, startService } from '../service-under-test.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const ROWS_AT_ONCE = 50_000;
const ROUNDS = 300;
const WARM_UP = 50;

// One execution per second up to now; one in ten has failed, the others are completed.
const FILL = `
  insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id,
    created_at, queued_at, started_at, finished_at, input_file_name, inputs, settings, labels, webhooks, price, hold,
    holds, charged_credits, result_hash, result_file_name, result_content_type, error, attempts)
  select gen_random_uuid(), $1, w.id, w.latest_version, 'Pass-through',
    (case when failed then 'FAILED' else 'COMPLETED' end)::execution_status, gen_random_uuid(),
    at, at, at, at, 'picture-' || n || '.jpg',
    jsonb_build_object('default', jsonb_build_object('name', 'picture-' || n || '.jpg', 'contentHash', hash,
      'contentType', 'image/jpeg')),
    '{}', '{}', '{}', 10, null, 1,
    case when not failed then 10 end, case when not failed then hash end,
    case when not failed then 'picture-' || n || '.jpg' end, case when not failed then 'image/jpeg' end,
    case when failed then '{"code": "input_unreadable", "message": "Broken.", "component": null}'::jsonb end, 1
  from (
    select n, n % 10 = 0 as failed, now() - n * interval '1 second' as at,
      encode(sha256(n::text::bytea), 'hex') as hash
    from generate_series($2::integer, $3::integer) n
  ) made, (select id, latest_version from workflows limit 1) w`;

const fill = async ({ databaseUrl, organizationId }: ServiceUnderTest, rows: number): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('set synchronous_commit = off');
  for (let from = 1; from <= rows; from += ROWS_AT_ONCE) {
    await client.query(FILL, [organizationId, from, Math.min(rows, from + ROWS_AT_ONCE - 1)]);
    if (rows > ROWS_AT_ONCE) progress(`filled ${Math.min(rows, from + ROWS_AT_ONCE - 1)} rows`);
  }
  await client.query('vacuum analyze executions');
  await client.end();
};

const PAGES = {
  'status=COMPLETED': (rows: number) => rows * 0.9,
  'status=FAILED': (rows: number) => rows * 0.1,
  'no filter': (rows: number) => rows,
};

export const listBench: Bench = {
  name: 'list',
  sentence: `newest page of the list with ${MANY} rows beside ${FEW}`,
  run: async ({ folder, endLater }) => {
    const start = async (rows: number) => {
      const service = await startService({ folder: join(folder, String(rows)), role: 'api' });
      endLater(service.stop);
      await fill(service, rows);
      return { service, rows };
    };
    const few = await start(FEW);
    const many = await start(MANY);

    const rowsOf = async (filter: keyof typeof PAGES) => {
      const query = filter === 'no filter' ? '' : `?${filter}`;
      const read = async ({ service, rows }: typeof few) => {
        const startedAt = performance.now();
        const body = await service.client.caller.get(`/v2/workflow/execution/${query}`);
        const tookMs = performance.now() - startedAt;
        const { entries, total } = JSON.parse(body.toString());
        if (total !== PAGES[filter](rows)) throw new Error(`total is ${total} of ${PAGES[filter](rows)}`);
        if (entries.length !== 50) throw new Error(`the page has ${entries.length} entries`);
        return tookMs;
      };
      const fewMs: number[] = [];
      const manyMs: number[] = [];
      for (let round = 0; round < WARM_UP + ROUNDS; round++) {
        fewMs.push(await read(few));
        manyMs.push(await read(many));
      }
      const [p50Few, p50Many] = [fewMs, manyMs].map((all) => percentile(all.slice(WARM_UP), 0.5));
      return {
        what: `newest page of the list, ${filter}, p50: 1,000,000 rows / 10,000 rows`,
        darkroom: `${p50Many!.toFixed(2)} ms`,
        reference: `${p50Few!.toFixed(2)} ms`,
        value: p50Many! / p50Few!,
        unit: '' as const,
        target: { atMost: 2 },
      };
    };
    return [await rowsOf('status=COMPLETED'), await rowsOf('status=FAILED'), await rowsOf('no filter')];
  },
};
