import { hash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { batchOf } from '../../src/domain/executions/batch.ts';
import type { Labels } from '../../src/domain/executions/labels.ts';
import { searchGrams, searchName } from '../../src/domain/executions/search-name.ts';
import { writeCursor } from '../../src/http/requests/list-cursor.ts';
import type { Bench } from '../bench.ts';
import { mediansInTurns, progress } from '../measure.ts';
import { type ServiceUnderTest, startService } from '../service-under-test.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const ROWS_AT_ONCE = 20_000;
const ROUNDS = 40;
const WARM_UP = 10;

// The executions of a studio, one for each second before now: several workflows, ten users, a large batch and many small
// ones. One in ten has failed; some wait for review or for credits.
const FILL = `
  insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id,
    created_at, queued_at, started_at, finished_at, input_file_name, search_name, search_grams, inputs, settings, labels,
    batch_id, webhooks, price, hold, holds, charged_credits, result_hash, result_file_name, result_content_type, error,
    attempts)
  select gen_random_uuid(), $1, workflow, workflow, 'Pass-through', status, md5('user ' || n / 3 % 10)::uuid,
    at, at, at, at, name, "searchName", "searchGrams",
    jsonb_build_object('default', jsonb_build_object('name', name, 'contentHash', hash, 'contentType', 'image/jpeg')),
    '{}', labels, "batchId", '{}', 10, case when status = 'IN_QA' then 1 end, 1,
    case when status = 'COMPLETED' then 10 end, case when has_result then hash end,
    case when has_result then name end, case when has_result then 'image/jpeg' end,
    case when status = 'FAILED' then
      jsonb_build_object('code', (array['input_unreadable', 'component_failed', 'canceled'])[1 + n / 10 % 3],
        'message', 'Broken.', 'component', null)
      when status = 'PAYMENT_REQUIRED' then '{"code": "credits_short", "message": "Short.", "component": null}' end, 1
  from (
    select given.*, status in ('COMPLETED', 'IN_QA') as has_result from (
      select r.*, now() - n * interval '1 second' as at, encode(sha256((n / 2)::text::bytea), 'hex') as hash,
        ($2::uuid[])[1 + n / 7 % cardinality($2::uuid[])] as workflow,
        (case when n % 10 = 3 then 'FAILED' when n % 100 = 1 then 'IN_QA' when n % 100 = 2 then 'PAYMENT_REQUIRED'
          else 'COMPLETED' end)::execution_status as status
      from jsonb_to_recordset($3::jsonb) as r(n integer, name text, "searchName" text, "searchGrams" integer[],
        labels jsonb, "batchId" uuid)
    ) given
  ) made`;

const COLOURS = ['red', 'green', 'blue', 'black', 'white'];
const LARGE_BATCH = { service_batch_name: 'Autumn' };

const rowOf = (n: number) => {
  const name = n % 20 === 0 ? `Schuh-${n}_détail.jpg` : `IMG_${String(n).padStart(7, '0')}.JPG`;
  const small = {
    service_batch_id: `small ${Math.floor(n / 1000)}`,
    service_batch_name: `Day ${Math.floor(n / 1000)}`,
  };
  const group = Math.floor(n / 11) % 10;
  const batch: Labels = group === 0 ? LARGE_BATCH : group < 5 ? small : {};
  const labels = {
    ...(n % 4 === 0 && { sku: `sku-${Math.floor(n / 12)}` }),
    colour: COLOURS[Math.floor(n / 3) % 5],
    ...batch,
  };
  const search = searchName(name);
  return {
    n,
    name,
    searchName: search,
    searchGrams: searchGrams(search),
    labels,
    batchId: batchOf(batch)?.id,
  };
};

const LIST_INDEXES = `
  select indexname as name, indexdef as definition from pg_indexes
  where tablename = 'executions' and indexname like 'executions\\_by\\_%'`;

const fill = async ({ databaseUrl, organizationId }: ServiceUnderTest, rows: number): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'");
  const workflows = (await client.query('select id from workflows order by id')).rows.map(({ id }) => id);
  // Built afterwards, which is several times faster.
  const indexes = (await client.query(LIST_INDEXES)).rows as { name: string; definition: string }[];
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (let from = 1; from <= rows; from += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, rows - from + 1);
    const made = Array.from({ length: count }, (_, index) => rowOf(from + index));
    await client.query(FILL, [organizationId, workflows, JSON.stringify(made)]);
    if (rows > ROWS_AT_ONCE) progress(`filled ${from + count - 1} rows`);
  }
  for (const { name, definition } of indexes) {
    await client.query(definition);
    if (rows > ROWS_AT_ONCE) progress(`built ${name}`);
  }
  await client.query('vacuum analyze');
  await client.end();
};

type Filled = { service: ServiceUnderTest; rows: number };
/** A query of the list, and the limit for its median with many rows over that with few. */
type Asked = { name: string; query(filled: Filled): string; atMost: number };

const someTime = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();

const FILTERS: Record<string, (filled: Filled) => string> = {
  workflowId: ({ service }) => `workflowId=${service.workflow('Pass-through')}`,
  workflowVersion: ({ service }) => `workflowVersion=${service.workflow('Pass-through')}`,
  batchName: () => 'batchName=Autumn',
  batch: () => `batch=${batchOf(LARGE_BATCH)?.id}`,
  noBatch: () => 'noBatch=true',
  inputFileName: () => 'inputFileName=IMG_0000073.JPG',
  inputContentHash: () => `inputContentHash=${hash('sha256', '36')}`,
  errorCode: () => 'errorCode=input_unreadable',
  user: () => `user=${hash('md5', 'user 3').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`,
  label: () => 'label[colour]=red',
  'rare label': () => 'label[sku]=sku-6',
  createdAfter: ({ rows }) => `createdAfter=${someTime(rows / 2)}`,
  createdBefore: ({ rows }) => `createdBefore=${someTime(rows / 2)}`,
  'two statuses': () => 'status=IN_QA&status=PAYMENT_REQUIRED',
  'no filter': () => '',
};

const SEARCHES = ['détail', 'IMG_', '00073', '0007.jpg', 'nothing like it', 's', 'im', 'x'];

const ASKED: Asked[] = [
  ...Object.entries(FILTERS).flatMap(([name, query]): Asked[] => [
    { name, query, atMost: 3 },
    { name: `${name}, oldest first`, query: (filled) => `${query(filled)}&sort=createdAt`, atMost: 3 },
    { name: `${name} and status`, query: (filled) => `${query(filled)}&status=FAILED`, atMost: 3 },
    { name: `${name} and status`, query: (filled) => `${query(filled)}&status=COMPLETED`, atMost: 3 },
  ]),
  ...SEARCHES.map(
    (search): Asked => ({
      name: `search "${search}"`,
      query: () => `search=${encodeURIComponent(search)}`,
      atMost: 30,
    }),
  ),
];

/** The medians of several questions, asked in turns. */
const medians = (asked: [Filled, string][]): Promise<number[]> =>
  mediansInTurns(
    asked.map(
      ([{ service }, query]) =>
        () =>
          service.client.caller.get(`/v2/workflow/execution/?${query}`),
    ),
    ROUNDS,
    WARM_UP,
  );

export const listBench: Bench = {
  name: 'list',
  sentence: `pages of the list with ${MANY} rows beside ${FEW}, under every filter`,
  run: async ({ folder, endLater }) => {
    const start = async (rows: number): Promise<Filled> => {
      const service = await startService({ folder: join(folder, String(rows)), role: 'api' });
      endLater(service.stop);
      await fill(service, rows);
      return { service, rows };
    };
    const few = await start(FEW);
    const many = await start(MANY);

    const worst = new Map<number, { name: string; fewMs: number; manyMs: number }>();
    for (const { name, query, atMost } of ASKED) {
      const [fewMs, manyMs] = (await medians([
        [few, query(few)],
        [many, query(many)],
      ])) as [number, number];
      progress(`${name}: ${fewMs.toFixed(2)} ms, ${manyMs.toFixed(2)} ms, ${(manyMs / fewMs).toFixed(2)}`);
      const before = worst.get(atMost);
      if (!before || manyMs / fewMs > before.manyMs / before.fewMs)
        worst.set(atMost, { name, fewMs, manyMs });
    }
    const rows = [...worst].map(([atMost, { name, fewMs, manyMs }]) => ({
      what: `page of the list, worst of ${atMost === 30 ? 'the searches' : 'every filter alone and with status'} (${name}), p50: 1,000,000 rows / 10,000 rows`,
      darkroom: `${manyMs.toFixed(2)} ms`,
      reference: `${fewMs.toFixed(2)} ms`,
      value: manyMs / fewMs,
      unit: '' as const,
      target: { atMost },
    }));
    const at = (share: number) =>
      `cursor=${writeCursor({ fixed: {}, createdAt: someTime(many.rows * share), id: NO_ID })}`;
    const [first, middle, last] = (await medians([
      [many, ''],
      [many, at(0.5)],
      [many, at(0.999)],
    ])) as [number, number, number];
    const deepest = Math.max(middle, last);
    return [
      ...rows,
      {
        what: 'page of the list by cursor, p50: deep in 1,000,000 rows / first page',
        darkroom: `${deepest.toFixed(2)} ms`,
        reference: `${first.toFixed(2)} ms`,
        value: deepest / first,
        unit: '' as const,
        target: { atMost: 3 },
      },
    ];
  },
};

const NO_ID = '00000000-0000-0000-0000-000000000000';
