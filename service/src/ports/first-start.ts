import type { OrganizationId, UserId, WorkflowId } from '../domain/ids.ts';
import type { Credits, NewApiKey, Organizations } from './organizations.ts';
import type { Workflows } from './workflows.ts';

export type Administrator = { userId: UserId; email: string; organizationId: OrganizationId };

/** What a start may add to the database, all of it or nothing, one process at a time. */
export type FirstStart = <Result>(work: (stores: FirstStartStores) => Promise<Result>) => Promise<Result>;

export type FirstStartStores = {
  /** Undefined at the very first start. */
  findAdministrator(): Promise<Administrator | undefined>;
  addAdministrator(email: string, passwordHash: string): Promise<UserId>;
  /** A key with the rights of the platform administrator; one that is there already stays as it is. */
  addAdministratorKey(key: Omit<NewApiKey, 'role' | 'expiresAt'>): Promise<void>;
  createOrganization: Organizations['create'];
  grantCredits: Credits['grant'];
  createWorkflow: Workflows['create'];
  /** The oldest workflow of this name that is not archived. */
  findWorkflowNamed(organizationId: OrganizationId, name: string): Promise<WorkflowId | undefined>;
};
