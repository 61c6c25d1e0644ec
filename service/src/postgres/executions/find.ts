import type { Execution } from '../../domain/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { type Database, statement } from '../database.ts';
import { type ExecutionRow, executionFromRow } from './from-row.ts';

const FIND = statement<ExecutionRow>('select * from executions where id = $1 and organization_id = $2');

export const findExecution =
  (database: Database) =>
  async (organizationId: OrganizationId, id: ExecutionId): Promise<Execution | undefined> => {
    const [row] = await database.run(FIND, [id, organizationId]);
    return row && executionFromRow(row);
  };
