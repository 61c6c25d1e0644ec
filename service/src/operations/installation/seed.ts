import { randomBytes } from 'node:crypto';
import type { OrganizationId, WorkflowId } from '../../domain/ids.ts';
import { secretHash } from '../../domain/people/secret-hash.ts';
import type { Administrator, FirstStart, FirstStartStores } from '../../ports/first-start.ts';
import { hashPassword } from '../people/hash-password.ts';
import { firstWorkflows, PACKSHOT_NAME } from '../workflows/first-workflows.ts';
import { readOrCreateApiKey, writeNewApiKey } from './api-key-file.ts';

type SeedSettings = {
  adminEmail: string;
  adminPassword?: string | undefined;
  apiKey?: string | undefined;
  dataDir: string;
};

/** The facts that the service prints when it starts. */
export type SeedResult = {
  apiKey: string;
  /** True only at the first start and for a generated key. Otherwise each start would write a secret to the logs. */
  mayShowApiKey: boolean;
  /** True when the settings name a key that was revoked. */
  isApiKeyRevoked: boolean;
  adminEmail: string;
  /** Set only when the password was generated, and only at the first start: the service stores only a hash of it. */
  adminPassword?: string;
  organizationId: OrganizationId;
  /** Undefined when the workflow has been renamed or archived since the first start. */
  packshotWorkflowId: WorkflowId | undefined;
};

const FIRST_ORGANIZATION = 'Studio';
const FIRST_CREDITS = 10_000;
const PASSWORD_BYTES = 15;

/** Sets up a fresh installation. At every start, makes the API key of the settings or of the data folder valid. */
export const seed = (ports: { firstStart: FirstStart }, settings: SeedSettings): Promise<SeedResult> =>
  ports.firstStart(async (stores) => {
    const known = await stores.findAdministrator();
    const password = settings.adminPassword ?? randomBytes(PASSWORD_BYTES).toString('base64url');
    const administrator = known ?? (await setUpInstallation(stores, settings.adminEmail, password));
    const { organizationId, email } = administrator;
    const apiKey = await makeKeyValid(stores, administrator, settings);
    return {
      ...apiKey,
      mayShowApiKey: !known && !settings.apiKey,
      adminEmail: email,
      ...(known || settings.adminPassword ? {} : { adminPassword: password }),
      organizationId,
      packshotWorkflowId: await stores.findWorkflowNamed(organizationId, PACKSHOT_NAME),
    };
  });

const KEY_FROM_SETTINGS = 'From the settings';
const KEY_FROM_DATA_FOLDER = 'From the data folder';

/**
 * Makes the API key of the settings valid, or else that of the data folder. Revokes the keys that it
 * replaces: an earlier key of the settings, and that of the data folder once the settings have one.
 */
const makeKeyValid = async (
  stores: FirstStartStores,
  { userId, organizationId }: Administrator,
  { apiKey: set, dataDir }: SeedSettings,
): Promise<Pick<SeedResult, 'apiKey' | 'isApiKeyRevoked'>> => {
  const add = (name: string, apiKey: string, replaces: readonly string[]) =>
    stores.addAdministratorKey({ organizationId, userId, name, secretHash: secretHash(apiKey) }, replaces);
  if (set)
    return {
      apiKey: set,
      isApiKeyRevoked: !(await add(KEY_FROM_SETTINGS, set, [KEY_FROM_SETTINGS, KEY_FROM_DATA_FOLDER])),
    };
  const kept = await readOrCreateApiKey(dataDir);
  if (await add(KEY_FROM_DATA_FOLDER, kept, [KEY_FROM_SETTINGS]))
    return { apiKey: kept, isApiKeyRevoked: false };
  const fresh = await writeNewApiKey(dataDir);
  return { apiKey: fresh, isApiKeyRevoked: !(await add(KEY_FROM_DATA_FOLDER, fresh, [KEY_FROM_SETTINGS])) };
};

const setUpInstallation = async (
  stores: FirstStartStores,
  email: string,
  password: string,
): Promise<Administrator> => {
  const userId = await stores.addAdministrator(email, await hashPassword(password));
  const { id: organizationId } = await stores.createOrganization(FIRST_ORGANIZATION, userId);
  await stores.grantCredits(organizationId, FIRST_CREDITS, 'Credits to begin with', userId);
  for (const definition of firstWorkflows()) await stores.createWorkflow(organizationId, userId, definition);
  return { userId, email, organizationId };
};
