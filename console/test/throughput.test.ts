import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imagesPerMinute, throughputOf } from '../src/batches/throughput.ts';

type Measured = Parameters<typeof imagesPerMinute>[0];
const NONE = { CREATED: 0, ACTIVE: 0, IN_QA: 0, COMPLETED: 0, FAILED: 0, PAYMENT_REQUIRED: 0 };
const RUNNING: Measured = {
  status: 'running',
  counts: { ...NONE, CREATED: 3, COMPLETED: 7 },
  total: 10,
  imagesPerMinute: 40.4,
  firstCreatedAt: '2026-01-01T12:00:00Z',
  completedAt: null,
};
const completed = (total: number, completedAt: string): Measured => ({
  ...RUNNING,
  status: 'completed',
  counts: { ...NONE, COMPLETED: total },
  total,
  completedAt,
});

test('a batch has a throughput only while images of it are processed', () => {
  assert.equal(throughputOf(RUNNING), '40 images per minute');
  assert.equal(imagesPerMinute({ ...RUNNING, status: 'closed' }), 40.4);
  for (const idle of [
    { ...RUNNING, status: 'paused' as const },
    { ...RUNNING, counts: { ...NONE, COMPLETED: 9, IN_QA: 1 } },
  ]) {
    assert.equal(imagesPerMinute(idle), null);
    assert.equal(throughputOf(idle), '–');
  }
});

test('a completed batch has its average, or its count and time when it took less than a minute', () => {
  assert.equal(throughputOf(completed(24, '2026-01-01T12:02:00Z')), '12 images per minute');
  assert.equal(throughputOf(completed(24, '2026-01-01T12:00:02Z')), '24 images in 2.0 s');
  assert.equal(throughputOf(completed(1, '2026-01-01T12:00:02Z')), '1 image in 2.0 s');
  assert.equal(imagesPerMinute(completed(24, '2026-01-01T12:00:02Z')), null);
});
