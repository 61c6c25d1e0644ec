import { readManifest, readResults } from './archive.ts';
import { changeBatch } from './change.ts';
import { createBatch } from './create.ts';
import { listBatches } from './list.ts';
import { readBatch } from './read.ts';
import { batchStatus } from './status.ts';
import { cancelBatch, closeBatch, pauseBatch, resumeBatch, retryBatch } from './verbs.ts';

export const batchRoutes = [
  createBatch,
  listBatches,
  readBatch,
  changeBatch,
  batchStatus,
  retryBatch,
  cancelBatch,
  closeBatch,
  pauseBatch,
  resumeBatch,
  readResults,
  readManifest,
];
