import type { OrganizationId, WorkflowId, WorkflowVersionId } from '../../domain/ids.ts';
import { type Run, statement } from '../database.ts';

/** The only things about a workflow that change. */
export type Latest = { organizationId: OrganizationId; version: WorkflowVersionId; archived: boolean };

const FIND_LATEST = statement<Latest>(`
  select organization_id as "organizationId", latest_version as version, archived_at is not null as archived
  from workflows where id = $1`);

export const findLatest = (run: Run) => async (id: WorkflowId) => (await run(FIND_LATEST, [id]))[0];
