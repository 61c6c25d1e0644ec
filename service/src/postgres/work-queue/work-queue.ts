import type { WorkQueue } from '../../ports/executions.ts';
import type { Database } from '../connection/database.ts';
import type { ResultCache } from '../executions/result-cache.ts';
import { beginAttempt } from './begin-attempt.ts';
import { claimNext, hasQueued } from './claim.ts';
import { completeExecutions } from './complete.ts';
import { findEndedMeanwhile } from './ended-meanwhile.ts';
import { failExecution } from './fail.ts';
import { readNaming } from './naming.ts';
import { takeOver } from './take-over.ts';

export const workQueueIn = (database: Database, results?: ResultCache): WorkQueue => ({
  hasQueued: hasQueued(database),
  claim: claimNext(database),
  takeOver: takeOver(database),
  endedMeanwhile: findEndedMeanwhile(database),
  beginAttempt: beginAttempt(database),
  complete: completeExecutions(database, results),
  naming: readNaming(database),
  fail: failExecution(database),
});
