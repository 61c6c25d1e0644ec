import { count, milliseconds } from '../format.ts';
import type { Batch } from './batches.ts';

type Measured = Pick<
  Batch,
  'status' | 'counts' | 'total' | 'imagesPerMinute' | 'firstCreatedAt' | 'completedAt'
>;

const A_MINUTE_MS = 60_000;

/**
 * The throughput of the last minutes while images of a batch are processed, and the average of a completed one. Null for
 * a batch that is paused or has nothing to process, and for one that took less than a minute: a rate would mislead.
 */
export const imagesPerMinute = (batch: Measured): number | null => {
  const { status, counts, total } = batch;
  if (status === 'completed') {
    const tookMs = timeOf(batch);
    return tookMs === null || tookMs < A_MINUTE_MS ? null : (total * A_MINUTE_MS) / tookMs;
  }
  const isProcessed = status !== 'paused' && counts.CREATED + counts.ACTIVE > 0;
  return isProcessed ? batch.imagesPerMinute : null;
};

/** "40 images per minute", or "24 images in 2.1 s" for a batch that took less than a minute. */
export const throughputOf = (batch: Measured): string => {
  const rate = imagesPerMinute(batch);
  if (rate !== null) return `${count(Math.round(rate))} images per minute`;
  const tookMs = timeOf(batch);
  if (tookMs === null) return '–';
  return `${count(batch.total)} ${batch.total === 1 ? 'image' : 'images'} in ${milliseconds(tookMs)}`;
};

/** The time from the first image of a completed batch to its end. */
const timeOf = ({ status, firstCreatedAt, completedAt }: Measured): number | null =>
  status === 'completed' && firstCreatedAt && completedAt
    ? Date.parse(completedAt) - Date.parse(firstCreatedAt)
    : null;
