import type { Executions } from '../../ports/executions.ts';
import type { Database } from '../database.ts';
import { queuedExecutions } from './counts.ts';
import { approveExecution, endAsFailed } from './end.ts';
import { findExecution } from './find.ts';
import { findEnd } from './find-end.ts';
import { findTracedExecution } from './find-traced.ts';
import { giveFeedback } from './give-feedback.ts';
import { insertExecutions } from './insert.ts';
import { findFirstCall, insertExecutionOnce } from './insert-once.ts';
import { listExecutions } from './list.ts';
import { rememberNew } from './new-executions.ts';
import { retryExecution } from './retry.ts';

export const executionsIn = (database: Database): Executions => {
  const insert = insertExecutions(database);
  const newOnes = rememberNew();
  const find = findExecution(database);
  const list = listExecutions(database);
  return {
    insert: async (execution) => {
      const { paid } = await insert(execution.organizationId, execution);
      if (paid) newOnes.add(execution);
    },
    insertOnce: insertExecutionOnce(database),
    findFirstCall: findFirstCall(database),
    find: async (organizationId, id) => {
      const execution = await find(organizationId, id);
      if (execution) newOnes.read(execution);
      return execution;
    },
    findEnd: findEnd(database),
    findTraced: findTracedExecution(database),
    isNew: newOnes.has,
    list: async (...asked) => {
      const page = await list(...asked);
      page.entries.forEach(newOnes.read);
      return page;
    },
    queued: queuedExecutions(database),
    retry: retryExecution(database),
    endAsFailed: endAsFailed(database),
    approve: approveExecution(database),
    giveFeedback: giveFeedback(database),
  };
};
