import type { ExecutionId, WorkerId } from '../../domain/ids.ts';
import { type Database, statement } from '../connection/database.ts';

// A run that this worker has just completed may not have ended yet, and is not lost.
const LOST = statement<{ id: ExecutionId; attempt: number }>(`
  select id, attempts as attempt from executions
  where id = any ($2::uuid[]) and worker is distinct from $1 and status not in ('COMPLETED', 'IN_QA')`);

/** Finds the executions that this worker runs in vain, because the message about their end was lost. */
export const findLost =
  (database: Database) =>
  (worker: WorkerId, running: readonly ExecutionId[]): Promise<{ id: ExecutionId; attempt: number }[]> =>
    database.run(LOST, [worker, running]);
