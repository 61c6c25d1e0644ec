import type { Batches } from '../../ports/batches.ts';
import type { Database } from '../connection/database.ts';
import { readArchivedExecutions } from './archived-executions.ts';
import { findBatch, listBatches, throughputOf } from './read.ts';
import { changeBatch, closeBatch, createBatch, setCanceled, setPaused } from './write.ts';

export const batchesIn = (database: Database): Batches => ({
  create: createBatch(database.run),
  find: findBatch(database.run),
  throughput: throughputOf(database.run),
  list: listBatches(database.run),
  change: changeBatch(database),
  close: closeBatch(database),
  setPaused: setPaused(database),
  setCanceled: setCanceled(database),
  readExecutions: readArchivedExecutions(database),
});
