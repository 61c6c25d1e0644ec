import type { AttemptTrace } from '../../domain/executions/trace.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { Executions } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import { EXECUTION_COLUMNS, type ExecutionRow, executionFromRow } from './from-row.ts';

const FIND_TRACED = statement<ExecutionRow & { trace: AttemptTrace | null }>(`
  select ${EXECUTION_COLUMNS}, trace from executions where id = $1 and organization_id = $2`);

/** Reads an execution with its trace. `find` runs all the time and leaves the trace out: only people read traces. */
export const findTracedExecution =
  (database: Database): Executions['findTraced'] =>
  async (organizationId: OrganizationId, id: ExecutionId) => {
    const [row] = await database.run(FIND_TRACED, [id, organizationId]);
    return row && { execution: executionFromRow(row), trace: row.trace ?? undefined };
  };
