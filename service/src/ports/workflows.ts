import type { OrganizationId, UserId, WorkflowId, WorkflowVersionId } from '../domain/ids.ts';
import type { Workflow, WorkflowDefinition } from '../domain/workflows/workflow.ts';
import type { Page } from './executions.ts';

export type Workflows = {
  create(organizationId: OrganizationId, author: UserId, definition: WorkflowDefinition): Promise<Workflow>;
  /** Adds a new immutable version; undefined when there is no such workflow, or it is archived. */
  addVersion(
    organizationId: OrganizationId,
    id: WorkflowId,
    author: UserId,
    definition: WorkflowDefinition,
  ): Promise<Workflow | undefined>;
  archive(organizationId: OrganizationId, id: WorkflowId, by?: UserId): Promise<boolean>;
  /** The latest version unless one is named; archived workflows are found as well. */
  find(
    organizationId: OrganizationId,
    id: WorkflowId,
    version?: WorkflowVersionId,
  ): Promise<Workflow | undefined>;
  /** Finds a workflow by its version alone, for a worker. Versions never change, so they are cached. */
  version(id: WorkflowVersionId): Promise<Workflow>;
  list(organizationId: OrganizationId, page: Page): Promise<{ entries: Workflow[]; total: number }>;
  /** Lists the versions of one workflow, newest first; of an archived one as well. */
  listVersions(
    organizationId: OrganizationId,
    id: WorkflowId,
    page: Page,
  ): Promise<{ entries: Workflow[]; total: number }>;
};
