import type { Labels } from '../../domain/executions/labels.ts';
import type { ExecutionId } from '../../domain/ids.ts';
import type { WorkQueue } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';

type Naming = { labels: Labels; workflow: string; index: number };

const NAMING = statement<Naming>(`
  select labels, workflow_name as workflow, 1 as index from executions where id = $1`);

// The position in the batch by time of creation. Two counts, so that each uses an index: executions_by_batch has only
// executions that have left the lanes, and few of the others are older than an execution that is done.
const countOlder = (statuses: string) => `(
  select count(*) from executions o
  where o.organization_id = e.organization_id and o.batch_id = e.batch_id and o.status ${statuses}
    and (o.created_at, o.id) < (e.created_at, e.id) and o.id <> e.id)`;
const NAMING_IN_BATCH = statement<Naming>(`
  select labels, workflow_name as workflow,
    (1 + ${countOlder("not in ('CREATED', 'ACTIVE')")} + ${countOlder("in ('CREATED', 'ACTIVE')")})::integer as index
  from executions e where id = $1`);

/** Reads the values from which the name of an execution's result can be made. */
export const readNaming =
  (database: Database): WorkQueue['naming'] =>
  async (id: ExecutionId, withIndex) => {
    const [row] = await database.run(withIndex ? NAMING_IN_BATCH : NAMING, [id]);
    return row ?? { labels: {}, workflow: '', index: 1 };
  };
