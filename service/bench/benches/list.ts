import { hash } from 'node:crypto';
import { join } from 'node:path';
import { batchOf } from '../../src/domain/executions/batch.ts';
import { writeCursor } from '../../src/http/requests/list-cursor.ts';
import type { Bench } from '../bench.ts';
import { mediansInTurns, progress } from '../measure.ts';
import { fillExecutions, LARGE_BATCH } from '../services/fill-executions.ts';
import { type ServiceUnderTest, startService } from '../services/service-under-test.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const ROUNDS = 40;
const WARM_UP = 10;

type Filled = { service: ServiceUnderTest; rows: number };
/** A query of the list, and the limit for the ratio of its median time with many rows to that with few rows. */
type Query = { name: string; query(filled: Filled): string; atMost: number };

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

const QUERIES: Query[] = [
  ...Object.entries(FILTERS).flatMap(([name, query]): Query[] => [
    { name, query, atMost: 3 },
    { name: `${name}, oldest first`, query: (filled) => `${query(filled)}&sort=createdAt`, atMost: 3 },
    { name: `${name} and status`, query: (filled) => `${query(filled)}&status=FAILED`, atMost: 3 },
    { name: `${name} and status`, query: (filled) => `${query(filled)}&status=COMPLETED`, atMost: 3 },
  ]),
  ...SEARCHES.map(
    (search): Query => ({
      name: `search "${search}"`,
      query: () => `search=${encodeURIComponent(search)}`,
      atMost: 30,
    }),
  ),
];

/** The median time of each query. The queries take turns. */
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
  description: `pages of the list with ${MANY} rows beside ${FEW}, under every filter`,
  run: async ({ folder, atTheEnd }) => {
    const start = async (rows: number): Promise<Filled> => {
      const service = await startService({ folder: join(folder, String(rows)), role: 'api' });
      atTheEnd(service.stop);
      await fillExecutions(service, rows);
      return { service, rows };
    };
    const few = await start(FEW);
    const many = await start(MANY);

    const worst = new Map<number, { name: string; fewMs: number; manyMs: number }>();
    for (const { name, query, atMost } of QUERIES) {
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
      `cursor=${writeCursor({}, { createdAt: someTime(many.rows * share), id: NO_ID })}`;
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
