import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { residentBytes } from '../../src/processes/resident-bytes.ts';
import type { Bench } from '../bench.ts';
import { median, percentile, progress } from '../measure.ts';
import { API_KEY, type ServiceUnderTest, startService } from '../services/service-under-test.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const ROWS_AT_ONCE = 50_000;
const ROUNDS = 300;
const WARM_UP = 50;

const RESULTS = 10_000;
const RESULT_BYTES = 100_000;
const DOWNLOADS = 5;
const MiB = 2 ** 20;
const MAX_MEMORY_MB = 150;

// Completed executions of one batch; every result is one of the given images.
const FILL = `
  insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id, created_at,
    queued_at, started_at, finished_at, input_file_name, inputs, settings, labels, batch_id, webhooks, price, holds,
    charged_credits, result_hash, result_file_name, result_content_type, attempts)
  select gen_random_uuid(), $1::uuid, w.id, w.latest_version, 'Pass-through', 'COMPLETED', $1::uuid, at, at, at, at, name,
    jsonb_build_object('default', jsonb_build_object('name', name, 'contentHash', hash, 'contentType', 'image/jpeg')),
    '{}', jsonb_build_object('service_batch_id', $2::uuid::text), $2::uuid, '{}', 10, 1, 10, hash, name, 'image/jpeg', 1
  from (
    select n, 'image-' || n || '.jpg' as name, now() - n * interval '1 millisecond' as at,
      ($5::text[])[1 + n % cardinality($5::text[])] as hash
    from generate_series($3::integer, $4::integer) n
  ) made, (select id, latest_version from workflows limit 1) w`;

const ADD_IMAGES = `
  insert into images (organization_id, hash, format, content_type, width, height, bytes, crc32)
  select $1, hash, 'jpeg', 'image/jpeg', 1, 1, ${RESULT_BYTES}, crc from unnest($2::text[], $3::bigint[]) as i (hash, crc)`;

const newBatch = async ({ client }: ServiceUnderTest, name: string): Promise<string> =>
  JSON.parse(await client.caller.post('/v1/batch', JSON.stringify({ name }), 'application/json')).id;

const fill = async (
  { databaseUrl, organizationId }: ServiceUnderTest,
  batch: string,
  rows: number,
  hashes: string[],
): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('set synchronous_commit = off');
  for (let from = 1; from <= rows; from += ROWS_AT_ONCE) {
    const to = Math.min(rows, from + ROWS_AT_ONCE - 1);
    await client.query(FILL, [organizationId, batch, from, to, hashes]);
    if (rows > ROWS_AT_ONCE) progress(`filled ${to} rows`);
  }
  await client.query('vacuum analyze executions');
  await client.end();
};

const pageRow = async (service: ServiceUnderTest, effort: number) => {
  const [few, many] = [await newBatch(service, 'Few'), await newBatch(service, 'Many')];
  const hash = 'a'.repeat(64);
  await fill(service, few, FEW, [hash]);
  await fill(service, many, MANY * effort, [hash]);
  const read = async (batch: string): Promise<number> => {
    const startedAt = performance.now();
    const record = JSON.parse((await service.client.caller.get(`/v1/batch/${batch}`)).toString());
    const tookMs = performance.now() - startedAt;
    if (record.total !== (batch === few ? FEW : MANY * effort)) throw new Error(`${record.total} executions`);
    return tookMs;
  };
  const times: Record<string, number[]> = { [few]: [], [many]: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++)
    for (const batch of [few, many]) times[batch]!.push(await read(batch));
  const [p50Few, p50Many] = [few, many].map((batch) => percentile(times[batch]!.slice(WARM_UP), 0.5));
  return {
    what: 'page of a batch, p50: 1,000,000 executions / 1,000 executions',
    darkroom: `${p50Many!.toFixed(2)} ms`,
    reference: `${p50Few!.toFixed(2)} ms`,
    value: p50Many! / p50Few!,
    unit: '' as const,
    target: { atMost: 2 },
  };
};

/** Writes random files where the store keeps images, and returns their hashes, checksums and paths. */
const storeImages = async (objects: string, count: number) => {
  const images: { hash: string; crc: number; path: string }[] = [];
  for (let index = 0; index < count; index++) {
    const bytes = randomBytes(RESULT_BYTES);
    const hash = createHash('sha256').update(bytes).digest('hex');
    const path = join(objects, hash.slice(0, 2), hash);
    await mkdir(join(objects, hash.slice(0, 2)), { recursive: true });
    await writeFile(path, bytes);
    images.push({ hash, crc: crc32(bytes), path });
  }
  return images;
};

/** Downloads to the end, discards the bytes and returns them per second. */
const downloadRate = async (url: string, least: number): Promise<number> => {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${API_KEY}` } });
  let bytes = 0;
  for await (const part of answer.body!) bytes += part.length;
  if (answer.status !== 200 || bytes < least) throw new Error(`${answer.status}, ${bytes} bytes`);
  return (1000 * bytes) / (performance.now() - startedAt);
};

const zipRows = async (
  service: ServiceUnderTest,
  folder: string,
  effort: number,
  atTheEnd: (end: () => unknown) => void,
) => {
  const count = RESULTS * effort;
  const images = await storeImages(join(folder, 'data/objects'), count);
  const database = new pg.Client(service.databaseUrl);
  await database.connect();
  await database.query(ADD_IMAGES, [
    service.organizationId,
    images.map(({ hash }) => hash),
    images.map(({ crc }) => crc),
  ]);
  await database.end();
  const batch = await newBatch(service, 'ZIP');
  await fill(
    service,
    batch,
    count,
    images.map(({ hash }) => hash),
  );
  const list = join(folder, 'files');
  await writeFile(list, images.map(({ path }) => path).join('\n'));
  const bare = fork(join(import.meta.dirname, '../references/bare-file-route.ts'), [list]);
  atTheEnd(() => bare.kill());
  const [origin] = (await once(bare, 'message')) as [string];

  const total = count * RESULT_BYTES;
  const ratios: number[] = [];
  const rates: [number, number][] = [];
  const before = (await residentBytes(service.pid)) ?? 0;
  let mostBytes = 0;
  const watch = setInterval(async () => {
    mostBytes = Math.max(mostBytes, (await residentBytes(service.pid)) ?? 0);
  }, 20);
  for (let round = 0; round <= DOWNLOADS; round++) {
    const theirs = await downloadRate(`${origin}/files`, total);
    const ours = await downloadRate(`${service.origin}/v1/batch/${batch}/results.zip`, total);
    progress(`ZIP ${(ours / MiB).toFixed(0)} MB/s, bare route ${(theirs / MiB).toFixed(0)} MB/s`);
    // The first round warms up.
    if (round === 0) continue;
    ratios.push(ours / theirs);
    rates.push([ours, theirs]);
  }
  clearInterval(watch);
  const shown = (side: 0 | 1) => `${(median(rates.map((rate) => rate[side])) / MiB).toFixed(0)} MB/s`;
  return [
    {
      what: 'ZIP of 10,000 results of 100 kB / a bare route that pipes the same files',
      darkroom: shown(0),
      reference: shown(1),
      value: median(ratios),
      unit: '' as const,
      target: { atLeast: 0.7 },
    },
    {
      what: 'memory that the service takes in addition while it sends these ZIP files',
      darkroom: `${(mostBytes / MiB).toFixed(0)} MB`,
      reference: `${(before / MiB).toFixed(0)} MB before`,
      value: (mostBytes - before) / 1024,
      unit: 'kB' as const,
      target: { atMost: MAX_MEMORY_MB * 1024 },
    },
  ];
};

export const batchesBench: Bench = {
  name: 'batches',
  description: 'the page of a large batch, and its results as a ZIP file',
  run: async ({ folder, effort, atTheEnd }) => {
    const service = await startService({ folder, role: 'api' });
    atTheEnd(service.stop);
    const zip = await zipRows(service, folder, effort, atTheEnd);
    return [...zip, await pageRow(service, effort)];
  },
};
