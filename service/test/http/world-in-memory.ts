/** Stand-ins for the ports that the HTTP frame meets, until the tests run on the real database. */
import { createHash, randomUUID } from 'node:crypto';
import { readConfig } from '../../src/config.ts';
import { Refusal } from '../../src/domain/errors.ts';
import type {
  ApiKeyId,
  ContentHash,
  OrganizationId,
  UserId,
  WorkflowId,
  WorkflowVersionId,
} from '../../src/domain/ids.ts';
import type { Principal } from '../../src/domain/principal.ts';
import type { Role } from '../../src/domain/rights.ts';
import type { Workflow } from '../../src/domain/workflow.ts';
import type { IdentityWorld, World } from '../../src/http/world.ts';
import type { HeldImage } from '../../src/ports/images.ts';
import type { ApiKey, LedgerEntry, Organization } from '../../src/ports/organizations.ts';

const uuid = <Id extends string>() => randomUUID() as string as Id;
const page = <Entry>(all: Entry[], { limit, offset }: { limit: number; offset: number }) => ({
  entries: all.slice(offset, offset + limit),
  total: all.length,
});
const missing = (name: string) => () => {
  throw new Error(`${name} is not part of this test`);
};

export const OWN = '018f0000-0000-7000-8000-000000000001' as OrganizationId;
export const FOREIGN = '018f0000-0000-7000-8000-000000000002' as OrganizationId;
export const USER = '018f0000-0000-7000-8000-0000000000aa' as UserId;

/** Credentials by role: the text is `key-of-<role>`, and `key-of-platform` for the platform administrator. */
export const keyOf = (role: Role | 'platform' | 'stranger') => `key-of-${role}-0123456789abcdef0123456789`;

export const worldInMemory = (env: Record<string, string> = {}) => {
  const principals = new Map<string, Principal>();
  const addKey = (secret: string, principal: Partial<Principal> & { role?: Role }) =>
    principals.set(createHash('sha256').update(secret).digest('hex'), {
      userId: USER,
      credentialId: secret,
      organizationId: OWN,
      roles: new Map([[principal.organizationId ?? OWN, principal.role ?? 'owner']]),
      platformAdministrator: false,
      ...principal,
    });
  for (const role of ['owner', 'admin', 'operator', 'reviewer', 'viewer'] as const)
    addKey(keyOf(role), { role });
  addKey(keyOf('platform'), { platformAdministrator: true });
  addKey(keyOf('stranger'), { organizationId: FOREIGN });

  const organizations = new Map<OrganizationId, Organization>();
  const addOrganization = (id: OrganizationId, name: string) => {
    const organization: Organization = {
      id,
      version: uuid(),
      name,
      members: [{ userId: USER, email: 'ada@example.com', name: 'Ada', role: 'owner' }],
    };
    organizations.set(id, organization);
    return organization;
  };
  addOrganization(OWN, 'Own');
  addOrganization(FOREIGN, 'Foreign');

  const keys: ApiKey[] = [];
  const ledger: LedgerEntry[] = [];
  const workflows: Workflow[] = [];
  const images = new Map<string, HeldImage>();
  const errors: unknown[] = [];
  const seen = { authentications: 0, limits: new Map<OrganizationId, number>() };
  const balance = (id: OrganizationId) =>
    ledger.filter((entry) => entry.organizationId === id).reduce((sum, { amount }) => sum + amount, 0);
  const book = (
    organizationId: OrganizationId,
    amount: number,
    note: string,
    userId: UserId,
  ): LedgerEntry => {
    const entry: LedgerEntry = {
      id: uuid(),
      organizationId,
      kind: amount > 0 ? 'grant' : 'withdrawal',
      amount,
      executionId: null,
      note,
      userId,
      createdAt: new Date(),
    };
    ledger.unshift(entry);
    return entry;
  };

  const world: World = {
    ...({} as IdentityWorld),
    config: readConfig(env),
    executions: new Proxy(
      {},
      { get: (_, name) => missing(`executions.${String(name)}`) },
    ) as World['executions'],
    statusFeed: { follow: missing('statusFeed'), finalStatus: missing('statusFeed') },
    objects: new Proxy({}, { get: (_, name) => missing(`objects.${String(name)}`) }) as World['objects'],
    inspector: { inspect: missing('inspector'), close: async () => {} },
    images: {
      add: async (organizationId, added) => {
        for (const image of added)
          images.set(`${organizationId} ${image.hash}`, { ...image, reviewersOnly: false });
      },
      find: async (organizationId, hash) => images.get(`${organizationId} ${hash}`),
    },
    workflows: {
      create: async (organizationId, author, definition) => {
        const workflow: Workflow = {
          ...definition,
          id: uuid<WorkflowId>(),
          version: uuid<WorkflowVersionId>(),
          organizationId,
          author: { id: author, name: 'Ada' },
          versionCreatedAt: new Date(),
          archived: false,
        };
        workflows.unshift(workflow);
        return workflow;
      },
      addVersion: async (organizationId, id, _author, definition) => {
        const latest = workflows.find((one) => one.id === id && one.organizationId === organizationId);
        if (!latest || latest.archived) return undefined;
        const next = { ...latest, ...definition, version: uuid<WorkflowVersionId>() };
        workflows.unshift(next);
        return next;
      },
      archive: async (organizationId, id) => {
        const versions = workflows.filter((one) => one.id === id && one.organizationId === organizationId);
        const archived = versions.some((one) => !one.archived);
        for (const version of versions) version.archived = true;
        return archived;
      },
      find: async (organizationId, id, version) =>
        workflows.find(
          (one) =>
            one.id === id && one.organizationId === organizationId && (!version || one.version === version),
        ),
      version: missing('workflows.version'),
      list: async (organizationId, asked) =>
        page(
          workflows.filter((one) => one.organizationId === organizationId && !one.archived),
          asked,
        ),
    },
    organizations: {
      create: async (name) => addOrganization(uuid<OrganizationId>(), name),
      find: async (id) => organizations.get(id),
      list: async (only, asked) =>
        page(
          [...organizations.values()].filter(({ id }) => !only || only.includes(id)),
          asked,
        ),
      exists: async (id) => organizations.has(id),
      webhookSecret: async (id) => (organizations.has(id) ? 'whsec_c2VjcmV0' : undefined),
      requestsPerMinute: async (id) => seen.limits.get(id),
    },
    credits: {
      spendable: async (id) => balance(id),
      grant: async (id, amount, note, by) => book(id, amount, note, by),
      withdraw: async (id, amount, note, by) =>
        balance(id) < amount ? undefined : book(id, -amount, note, by),
      ledger: async (id, asked) =>
        page(
          ledger.filter(({ organizationId }) => organizationId === id),
          asked,
        ),
    },
    apiKeys: {
      create: async ({ secretHash, ...rest }) => {
        const key: ApiKey = { ...rest, id: uuid<ApiKeyId>(), createdAt: new Date(), lastUsedAt: null };
        keys.unshift(key);
        principals.set(secretHash.toString('hex'), {
          userId: key.userId,
          credentialId: key.id,
          organizationId: key.organizationId,
          roles: new Map([[key.organizationId, key.role]]),
          platformAdministrator: false,
        });
        return key;
      },
      list: async (id, asked) =>
        page(
          keys.filter(({ organizationId }) => organizationId === id),
          asked,
        ),
      revoke: async (id, keyId) => {
        const index = keys.findIndex((key) => key.organizationId === id && key.id === keyId);
        if (index >= 0) keys.splice(index, 1);
        return index >= 0;
      },
      authenticate: async (secretHash) => {
        seen.authentications += 1;
        return principals.get(secretHash.toString('hex'));
      },
    },
    fetchUploads: async (_, urls) =>
      Object.fromEntries(
        Object.entries(urls).map(([name, url]) => [
          name,
          createHash('sha256').update(url).digest('hex') as ContentHash,
        ]),
      ),
    checkDatabase: async () => {},
    isForbiddenUrl: () => false,
    authenticators: [],
    reportError: (error) => errors.push(error),
  };
  return { world, errors, seen, addKey, images, keys };
};

export const databaseAway = () =>
  new Refusal('unavailable', 'The database cannot be reached at the moment.', { retryAfterSeconds: 2 });
