import type { Executions, Inserted, Intake, NewExecution } from '../../ports/executions.ts';
import type { Database } from '../connection/database.ts';
import { bulkActionsIn } from './bulk-actions.ts';
import { cancelAll } from './cancel.ts';
import { queuedExecutions } from './counts.ts';
import { findExecution, findStatus } from './find.ts';
import { findEnd } from './find-end.ts';
import { findTracedExecution } from './find-traced.ts';
import { giveFeedback } from './give-feedback.ts';
import { findFirstCall } from './idempotency-keys.ts';
import { insertExecutions, insertMany } from './insert.ts';
import { listExecutions } from './list.ts';
import { cacheNewExecutions } from './new-executions.ts';
import { openResultCache, type ResultCache } from './result-cache.ts';
import { retryExecution } from './retry.ts';

export const executionsIn = (
  database: Database,
  { intake, results = openResultCache() }: { intake?: Intake | undefined; results?: ResultCache } = {},
): Executions => {
  const insert = insertExecutions(database, intake);
  const insertAll = insertMany(database, intake);
  const newExecutions = cacheNewExecutions();
  const find = findExecution(database);
  const findNow = findStatus(database);
  const list = listExecutions(database);
  const queued = queuedExecutions(database);
  const cacheCreated = ({ id, organizationId }: NewExecution, status: Inserted) => {
    if (status === 'CREATED' || status === 'ACTIVE') newExecutions.add(id, organizationId, status);
  };
  return {
    insert: async (execution, idempotency) => {
      const status = await insert({ execution, ...(idempotency && { idempotency }) });
      cacheCreated(execution, status);
      return status;
    },
    insertMany: async (organizationId, items) => {
      const statuses = await insertAll(organizationId, items);
      for (const [index, { execution }] of items.entries())
        cacheCreated(execution, statuses[index] as Inserted);
      return statuses;
    },
    findFirstCall: findFirstCall(database),
    find: async (organizationId, id) => {
      const execution = await find(organizationId, id);
      if (execution) newExecutions.read(execution);
      return execution;
    },
    findEnd: findEnd(database, results),
    findTraced: findTracedExecution(database),
    newStatus: newExecutions.statusOf,
    status: async (organizationId, id) => {
      const now = await findNow(organizationId, id);
      if (now) newExecutions.read({ id, status: now.status });
      return now;
    },
    list: async (...asked) => {
      const page = await list(...asked);
      page.entries.forEach(newExecutions.read);
      return page;
    },
    queued: async (organizationId) => (await queued.find(organizationId)) ?? 0,
    retry: retryExecution(database),
    cancel: async (organizationId, id, error) =>
      (await cancelAll(database.run, organizationId, [id], error)).length > 0,
    bulkActions: bulkActionsIn(database),
    giveFeedback: giveFeedback(database),
  };
};
