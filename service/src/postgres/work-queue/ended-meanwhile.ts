import type { ExecutionId } from '../../domain/ids.ts';
import { type Database, statement } from '../connection/database.ts';

// Leaves out COMPLETED and IN_QA: this worker may have just completed a run that is still in its list of running ones.
const ENDED_MEANWHILE = statement<{ id: ExecutionId; attempt: number }>(`
  select id, attempts as attempt from executions
  where id = any ($1::uuid[]) and worker is null and status not in ('COMPLETED', 'IN_QA')`);

/** Finds the executions that a worker runs in vain: a person ended them, and the message about that was lost. */
export const findEndedMeanwhile =
  (database: Database) =>
  (running: readonly ExecutionId[]): Promise<{ id: ExecutionId; attempt: number }[]> =>
    database.run(ENDED_MEANWHILE, [running]);
