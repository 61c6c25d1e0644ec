import { notFound } from '../../domain/errors.ts';
import type { OrganizationId, WorkflowId, WorkflowVersionId } from '../../domain/ids.ts';
import type { Workflow } from '../../domain/workflows/workflow.ts';
import type { Page } from '../../ports/executions.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { diffWorkflows, type WorkflowDiff } from './diff-workflows.ts';
import { type Author, replaceWorkflow, type SavePorts } from './save-workflow.ts';

/** Lists the versions of a workflow, newest first. */
export const listVersions = async (
  { workflows }: { workflows: Workflows },
  organizationId: OrganizationId,
  id: WorkflowId,
  page: Page,
): Promise<{ entries: Workflow[]; total: number }> => {
  const listed = await workflows.listVersions(organizationId, id, page);
  // Every workflow has at least one version, so no version means no such workflow.
  if (listed.total === 0) throw notFound('The workflow');
  return listed;
};

/**
 * Adds a new version with the content of an old one. It must pass the same checks as content that is saved by
 * hand.
 */
export const restoreVersion = async (
  ports: SavePorts,
  author: Author,
  id: WorkflowId,
  version: WorkflowVersionId,
): Promise<Workflow> => {
  const old = await findVersion(ports, author.organizationId, id, version);
  return replaceWorkflow(ports, author, id, { ...old, qaSampling: old.qaSampling ?? undefined });
};

/** Compares two versions of a workflow; without `to`, the latest one. */
export const diffVersions = async (
  ports: { workflows: Workflows },
  organizationId: OrganizationId,
  id: WorkflowId,
  versions: { from: WorkflowVersionId; to: WorkflowVersionId | undefined },
): Promise<WorkflowDiff> => {
  const after = await findVersion(ports, organizationId, id, versions.to);
  const before = await findVersion(ports, organizationId, id, versions.from);
  return diffWorkflows(before, after);
};

const findVersion = async (
  { workflows }: { workflows: Workflows },
  organizationId: OrganizationId,
  id: WorkflowId,
  version: WorkflowVersionId | undefined,
): Promise<Workflow> => {
  const found = await workflows.find(organizationId, id, version);
  if (found) return found;
  throw notFound((await workflows.find(organizationId, id)) ? `The version ${version}` : 'The workflow');
};
