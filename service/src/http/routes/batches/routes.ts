import { changeBatch } from './change.ts';
import { createBatch } from './create.ts';
import { listBatches } from './list.ts';
import { readBatch } from './read.ts';
import { batchStatus } from './status.ts';
import { closeBatch, pauseBatch, resumeBatch } from './verbs.ts';

export const batchRoutes = [
  createBatch,
  listBatches,
  readBatch,
  changeBatch,
  batchStatus,
  closeBatch,
  pauseBatch,
  resumeBatch,
];
