import type { Workflow } from '../../domain/workflow.ts';

/** Columns of a version, with its author, as a workflow is read everywhere. */
export const WORKFLOW_COLUMNS = `version.workflow_id as id, version.id as version,
  version.organization_id as "organizationId", version.name, version.inputs, version.steps, version.qa,
  version.price as "priceInCredits", json_build_object('id', author.id, 'name', author.name) as author,
  version.created_at as "versionCreatedAt"`;

/** What never changes once it is written. */
export type VersionRow = Omit<Workflow, 'archived'>;
