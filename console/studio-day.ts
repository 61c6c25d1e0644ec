import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sharp } from '../service/src/components/files/sharp-setup.ts';
import { statement } from '../service/src/postgres/connection/database.ts';
import type { Service } from '../service/test/support/service.ts';
import { addWorkflow, create, ok, untilStatus, upload } from '../service/test/support/tenant.ts';
import { brokenImage } from './test/support/small-images.ts';

const SAMPLES = join(import.meta.dirname, '../service/samples');
const PRODUCTS = ['mug', 'bottle', 'carton', 'dress', 'stoneware', 'tumbler'];
const VARIANTS = ['front', 'side', 'back', 'detail', 'top', 'set'];
const BROKEN = 4;
const WAITING = 9;

/**
 * Adds what a studio has after a day: a batch of 40 images with failures, results that wait for a reviewer, a batch whose
 * queue is paused, and the usage of the weeks before. Returns the id of the large batch.
 */
export const fillStudioDay = async (service: Service): Promise<{ batch: string; failed: string }> => {
  const { administrator } = service;
  const post = async (path: string, json: object) =>
    (await ok(administrator(`POST ${path}`, { json }))).json<{ id: string }>();
  const photos = await productPhotos();
  const hashes = await Promise.all(photos.map(({ bytes }) => upload(administrator, bytes)));
  const onGrey = await addWorkflow(administrator, {
    name: 'Marketplace 1200',
    workflowComponents: [
      { id: 'fit', component: 'resize', params: { width: 1200, height: 1200 } },
      { id: 'jpeg', component: 'convert', params: { format: 'jpeg', quality: 88 } },
    ],
  });
  const { id: batch } = await post('/v1/batch', {
    name: 'Spring catalogue',
    expected: photos.length + BROKEN,
  });
  const labels = { service_batch_id: batch };
  const made: string[] = [];
  for (const [index, { name }] of photos.entries())
    made.push(
      await create(administrator, onGrey, {
        ...{ contentHash: hashes[index] ?? '', name, labels: { ...labels, sku: `SKU-${1200 + index}` } },
      }),
    );
  let failed = '';
  for (let index = 1; index <= BROKEN; index += 1) {
    const { name, buffer } = await brokenImage(`lamp-${index}.jpg`);
    failed = await create(administrator, onGrey, {
      ...{ contentHash: await upload(administrator, buffer), name, labels },
    });
    await untilStatus(administrator, failed, 'FAILED');
  }
  for (const id of made) await untilStatus(administrator, id, 'COMPLETED');

  const reviewed = await addWorkflow(administrator, {
    name: 'Campaign with review',
    qa: 'all',
    workflowComponents: [{ id: 'fit', component: 'resize', params: { width: 1600 } }],
  });
  for (let index = 0; index < WAITING; index += 1) {
    const at = index * 4;
    const id = await create(administrator, reviewed, {
      ...{ contentHash: hashes[at] ?? '', name: photos[at]?.name ?? '' },
    });
    await untilStatus(administrator, id, 'IN_QA');
  }
  const { id: waiting } = await post('/v1/batch', {
    name: 'Lookbook, second half',
    expected: 24,
    budget: 500,
  });
  for (let index = 0; index < 24; index += 1) {
    if (index === 10) await ok(administrator(`POST /v1/batch/${waiting}/pause`));
    await create(administrator, onGrey, {
      ...{ contentHash: hashes[35 - index] ?? '', name: photos[35 - index]?.name ?? '' },
      labels: { service_batch_id: waiting },
    });
  }
  await inventUsage(service);
  return { batch, failed };
};

const productPhotos = (): Promise<{ name: string; bytes: Buffer }[]> =>
  Promise.all(
    PRODUCTS.flatMap((product) =>
      VARIANTS.map(async (variant, index) => ({
        name: `${product}-${variant}.jpg`,
        bytes: await sharp(join(SAMPLES, `${product}.jpg`))
          .resize({ width: 1400, withoutEnlargement: true })
          .modulate({ hue: index * 55, brightness: 1 - index * 0.02 })
          .jpeg({ quality: 88 })
          .toBuffer(),
      })),
    ),
  );

const LEFT = statement<{ left: number }>('select count(*) as left from usage_events');
const COPY = statement(`
  insert into usage_sums
    select organization_id, dimension, span, at - days * interval '1 day', group_id,
      executions * (3 + (days * 7 + length(coalesce(group_id, ''))) % 11) / 4, failures * (days % 3) / 2,
      credits * (3 + (days * 7 + length(coalesce(group_id, ''))) % 11) / 4, work_ms,
      queue_buckets, queue_counts, processing_buckets, processing_counts
    from usage_sums, generate_series(1, 42) as days
    where extract(isodow from at - days * interval '1 day') < 6`);

const DELETE_INVENTED = statement(`delete from usage_sums where at < date_trunc('day', now(), 'UTC')`);

/**
 * Deletes the invented usage of earlier weeks. No executions belong to it, so the check of the books at the end of
 * `service.stop()` would fail.
 */
export const deleteInventedUsage = async ({ database: { database } }: Service): Promise<void> => {
  await database.run(DELETE_INVENTED, []);
};

/**
 * Invents usage for the working days of the six weeks before, from today's sums, so that the charts have something
 * to show.
 */
const inventUsage = async ({ database: { database } }: Service): Promise<void> => {
  const left = async () => (await database.run(LEFT, []))[0]?.left ?? 0;
  // Wait until all executions that have ended are part of the sums; the workers add them every two seconds.
  while ((await left()) > 0) await sleep(200);
  await database.run(COPY, []);
};
