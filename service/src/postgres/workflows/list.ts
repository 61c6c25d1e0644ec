import type { Workflow } from '../../domain/workflow.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { type Run, statement } from '../database.ts';
import { type Listed, pageOf } from '../page-of.ts';
import { WORKFLOW_COLUMNS } from './workflow-row.ts';

type Entry = Workflow & { workflowCreatedAt: Date };

const LIST = statement<Listed<Entry>>(`
  select counted.total, page.*
  from (
    select count(*) as total from workflows where organization_id = $1 and archived_at is null
  ) counted
  left join (
    select ${WORKFLOW_COLUMNS}, false as archived, workflow.created_at as "workflowCreatedAt"
    from workflows workflow
    join workflow_versions version on version.id = workflow.latest_version
    join users author on author.id = version.author_id
    where workflow.organization_id = $1 and workflow.archived_at is null
    order by workflow.created_at desc, workflow.id desc limit $2 offset $3
  ) page on true
  order by page."workflowCreatedAt" desc, page.id desc`);

export const list =
  (run: Run): Workflows['list'] =>
  async (organizationId, { limit, offset }) => {
    const { entries, total } = pageOf<Entry>(await run(LIST, [organizationId, limit, offset]));
    return { entries: entries.map(({ workflowCreatedAt: _, ...workflow }) => workflow), total };
  };
