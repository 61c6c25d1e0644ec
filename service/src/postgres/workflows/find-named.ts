import type { WorkflowId } from '../../domain/ids.ts';
import type { FirstStartStores } from '../../ports/first-start.ts';
import { type Run, statement } from '../database.ts';

const FIND_NAMED = statement<{ id: WorkflowId }>(`
  select workflow.id
  from workflows workflow join workflow_versions version on version.id = workflow.latest_version
  where workflow.organization_id = $1 and workflow.archived_at is null and version.name = $2
  order by workflow.created_at, workflow.id
  limit 1`);

export const findNamed =
  (run: Run): FirstStartStores['findWorkflowNamed'] =>
  async (organizationId, name) =>
    (await run(FIND_NAMED, [organizationId, name]))[0]?.id;
