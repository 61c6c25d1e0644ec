import { runTogether } from '../../batching/run-together.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import type { StatusAt } from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { type Database, type Statement, statement } from '../connection/database.ts';
import { EXECUTION_COLUMNS, type ExecutionRow, executionFromRow } from './from-row.ts';
import { CHANGED_STATUS, type ChangedStatus } from './tell-status.ts';

const FIND = statement<ExecutionRow>(
  `select ${EXECUTION_COLUMNS} from executions where id = any ($1::uuid[])`,
);

const FIND_STATUS = statement<ChangedStatus & { organization_id: OrganizationId }>(
  `select ${CHANGED_STATUS}, organization_id from executions where id = any ($1::uuid[])`,
);

type Owned = { id: ExecutionId; organization_id: OrganizationId };

/**
 * Reads an execution of an organization. Calls that arrive while a query runs share the next query, which halves
 * the number of queries under load.
 */
const findTogether = <Row extends Owned>(database: Database, find: Statement<Row>, name: string) => {
  const batcher = runTogether<ExecutionId, Row | undefined>(
    async (ids) => {
      const rows = new Map((await database.run(find, [ids])).map((row) => [row.id, row]));
      return ids.map((id) => rows.get(id));
    },
    { name, maxItems: 200, gatherMs: 0 },
  );
  return async (organizationId: OrganizationId, id: ExecutionId): Promise<Row | undefined> => {
    const row = await batcher.add(id);
    return row?.organization_id === organizationId ? row : undefined;
  };
};

export const findExecution = (database: Database) => {
  const find = findTogether(database, FIND, 'find execution');
  return async (organizationId: OrganizationId, id: ExecutionId): Promise<Execution | undefined> => {
    const row = await find(organizationId, id);
    return row && executionFromRow(row);
  };
};

export const findStatus = (database: Database) => {
  const find = findTogether(database, FIND_STATUS, 'find status');
  return async (organizationId: OrganizationId, id: ExecutionId): Promise<StatusAt | undefined> => {
    const row = await find(organizationId, id);
    return row && { status: row.status, version: row.version };
  };
};
