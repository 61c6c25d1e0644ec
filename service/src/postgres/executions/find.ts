import { runTogether } from '../../batching/run-together.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { type Database, statement } from '../connection/database.ts';
import { EXECUTION_COLUMNS, type ExecutionRow, executionFromRow } from './from-row.ts';

const FIND = statement<ExecutionRow>(
  `select ${EXECUTION_COLUMNS} from executions where id = any ($1::uuid[])`,
);

/** Reads an execution. Calls that arrive while a query runs share the next query: half the queries under load. */
export const findExecution = (database: Database) => {
  const findTogether = runTogether<ExecutionId, ExecutionRow | undefined>(
    async (ids) => {
      const rows = new Map((await database.run(FIND, [ids])).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id));
    },
    { name: 'find execution', maxItems: 200, gatherMs: 0 },
  );
  return async (organizationId: OrganizationId, id: ExecutionId): Promise<Execution | undefined> => {
    const row = await findTogether.add(id);
    return row?.organization_id === organizationId ? executionFromRow(row) : undefined;
  };
};
