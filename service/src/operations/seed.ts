import { randomBytes } from 'node:crypto';
import type { OrganizationId, WorkflowId } from '../domain/ids.ts';
import { secretHash } from '../domain/secret-hash.ts';
import type { Administrator, FirstStart, FirstStartStores } from '../ports/first-start.ts';
import { firstWorkflows, PACKSHOT_NAME } from './first-workflows.ts';
import { hashPassword } from './hash-password.ts';
import { keptApiKey } from './kept-api-key.ts';

export type SeedSettings = {
  adminEmail: string;
  adminPassword?: string | undefined;
  apiKey?: string | undefined;
  dataDir: string;
};

/** What the start shows to the person who started it. */
export type Seeded = {
  apiKey: string;
  adminEmail: string;
  /** Only when it was generated, and only this once: no more than its hash is stored. */
  adminPassword?: string;
  organizationId: OrganizationId;
  /** Undefined when it was renamed or archived since. */
  packshotWorkflowId: WorkflowId | undefined;
};

const FIRST_ORGANIZATION = 'Studio';
const FIRST_CREDITS = 10_000;
const PASSWORD_BYTES = 15;

/** Makes a fresh installation usable, and each start's API key valid. */
export const seed = (deps: { firstStart: FirstStart }, settings: SeedSettings): Promise<Seeded> =>
  deps.firstStart(async (stores) => {
    const known = await stores.findAdministrator();
    const password = settings.adminPassword ?? randomBytes(PASSWORD_BYTES).toString('base64url');
    const administrator = known ?? (await settle(stores, settings.adminEmail, password));
    const apiKey = settings.apiKey ?? (await keptApiKey(settings.dataDir));
    const { userId, organizationId, email } = administrator;
    const name = settings.apiKey ? 'From the settings' : 'From the data folder';
    await stores.addAdministratorKey({ organizationId, userId, name, secretHash: secretHash(apiKey) });
    return {
      apiKey,
      adminEmail: email,
      ...(known || settings.adminPassword ? {} : { adminPassword: password }),
      organizationId,
      packshotWorkflowId: await stores.findWorkflowNamed(organizationId, PACKSHOT_NAME),
    };
  });

const settle = async (stores: FirstStartStores, email: string, password: string): Promise<Administrator> => {
  const userId = await stores.addAdministrator(email, await hashPassword(password));
  const { id: organizationId } = await stores.createOrganization(FIRST_ORGANIZATION, userId);
  await stores.grantCredits(organizationId, FIRST_CREDITS, 'Credits to begin with', userId);
  for (const definition of firstWorkflows()) await stores.createWorkflow(organizationId, userId, definition);
  return { userId, email, organizationId };
};
