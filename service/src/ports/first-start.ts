import type { OrganizationId, UserId, WorkflowId } from '../domain/ids.ts';
import type { Credits, NewApiKey, Organizations } from './people/organizations.ts';
import type { Workflows } from './workflows.ts';

export type Administrator = { userId: UserId; email: string; organizationId: OrganizationId };

/**
 * Runs `work` in one transaction, and in one process at a time. `work` inserts the rows that the service
 * needs at its start.
 */
export type FirstStart = <Result>(work: (stores: FirstStartStores) => Promise<Result>) => Promise<Result>;

export type FirstStartStores = {
  /** Undefined at the very first start. */
  findAdministrator(): Promise<Administrator | undefined>;
  addAdministrator(email: string, passwordHash: string): Promise<UserId>;
  /**
   * Adds a key with the rights of the platform administrator, and revokes all other keys with these rights
   * whose name is in `replaces`. Changes nothing and returns false when the same key was revoked before.
   */
  addAdministratorKey(
    key: Omit<NewApiKey, 'role' | 'expiresAt'>,
    replaces: readonly string[],
  ): Promise<boolean>;
  createOrganization: Organizations['create'];
  grantCredits: Credits['grant'];
  createWorkflow: Workflows['create'];
  /** The oldest workflow of this name that is not archived. */
  findWorkflowNamed(organizationId: OrganizationId, name: string): Promise<WorkflowId | undefined>;
};
