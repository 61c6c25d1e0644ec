import type { WorkflowVersionId } from '../../domain/ids.ts';
import { type Run, statement } from '../database.ts';
import { type VersionRow, WORKFLOW_COLUMNS } from './workflow-row.ts';

const FIND_VERSION = statement<VersionRow>(`
  select ${WORKFLOW_COLUMNS}
  from workflow_versions version join users author on author.id = version.author_id
  where version.id = $1`);

export const findVersion = (run: Run) => async (id: WorkflowVersionId) => (await run(FIND_VERSION, [id]))[0];
