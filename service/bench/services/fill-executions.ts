import pg from 'pg';
import { batchOf } from '../../src/domain/executions/batch.ts';
import type { Labels } from '../../src/domain/executions/labels.ts';
import { searchGrams, searchName } from '../../src/domain/executions/search-name.ts';
import { progress } from '../measure.ts';
import type { ServiceUnderTest } from './service-under-test.ts';

const ROWS_AT_ONCE = 20_000;

// Inserts one execution per second up to now: a studio with several workflows, ten people, a large batch and many small
// ones. A tenth of them has failed; some wait for review or for credits.
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
export const LARGE_BATCH = { service_batch_name: 'Autumn' };

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

/** Fills a service with rows of executions, as if a studio had worked for a while. No image exists. */
export const fillExecutions = async (
  { databaseUrl, organizationId }: ServiceUnderTest,
  rows: number,
): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'");
  const workflows = (await client.query('select id from workflows order by id')).rows.map(({ id }) => id);
  // The indexes are built afterwards, which is several times faster.
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
