import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { Refusal } from '../../src/domain/errors.ts';
import type { OrganizationId, UserId } from '../../src/domain/ids.ts';
import type { Role } from '../../src/domain/people/rights.ts';
import { secretHash } from '../../src/domain/people/secret-hash.ts';
import { openGuardedFetch } from '../../src/egress/guarded-fetch.ts';
import type { ApiPorts } from '../../src/http/server/api-ports.ts';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { openIntermediates } from '../../src/object-stores/intermediates.ts';
import { openPreviewFiles } from '../../src/object-stores/previews.ts';
import { openReplays } from '../../src/operations/previews/replays.ts';
import { fetchUploads } from '../../src/operations/uploads/fetch-uploads.ts';
import type { Inspector } from '../../src/ports/lanes.ts';
import { batchFeedIn } from '../../src/postgres/batches/batch-feed.ts';
import { batchesIn } from '../../src/postgres/batches/batches.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { creditsIn } from '../../src/postgres/credits.ts';
import { executionsIn } from '../../src/postgres/executions/executions.ts';
import { statusFeedIn } from '../../src/postgres/executions/status-feed.ts';
import { imagesIn } from '../../src/postgres/images.ts';
import { organizationsIn } from '../../src/postgres/organizations.ts';
import { addAdministratorKey, apiKeysIn } from '../../src/postgres/people/api-keys.ts';
import { queueIn } from '../../src/postgres/queue-depth.ts';
import { erasuresIn } from '../../src/postgres/retention/erasures.ts';
import { readmitIn } from '../../src/postgres/retention/object-references.ts';
import { retentionIn } from '../../src/postgres/retention/retention.ts';
import { reviewIn } from '../../src/postgres/review/review.ts';
import { usageIn } from '../../src/postgres/usage/usage.ts';
import { deliveriesIn } from '../../src/postgres/webhooks/deliveries.ts';
import { webhookEndpointsIn } from '../../src/postgres/webhooks/endpoints.ts';
import { workflowsIn } from '../../src/postgres/workflows.ts';
import { openThumbnails } from '../../src/programs/serving/caches/thumbnails.ts';
import { openIdentity } from '../../src/programs/serving/identity.ts';
import { openInspector } from '../../src/worker/lanes/inspector.ts';
import { openLane } from '../../src/worker/lanes/lane.ts';
import { openPreviewLane } from '../../src/worker/lanes/preview-lane.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { addMember, makeOrganization } from '../support/organization.ts';

/** The caller in a test: a member of the organization of the test, the platform administrator, or someone of another organization. */
export type TestCaller = Role | 'platform' | 'stranger';

const LIMITS = { maxBytes: 2 ** 30, maxPixels: 1e8, maxHeifPixels: 5e7 };

const MAKE_ADMINISTRATOR = statement('update users set platform_administrator = true where id = $1');

/** Opens one database, one store and one inspector for a test file, and an organization for each test. */
export const testSetups = () => {
  let fresh: FreshDatabase;
  let dir: string;
  let objects: ApiPorts['objects'];
  let thumbnails: Awaited<ReturnType<typeof openThumbnails>>;
  const inspector = inspectorWhenNeeded();
  const limits = { deadlineMs: 30_000, memoryBytes: 2 ** 30, jobsBeforeRecycle: 1_000 };
  const previewLane = openPreviewLane(openLane({ ...limits, idleMs: 60_000 }), 8);
  const egress = openGuardedFetch({ allow: [], allowLoopback: true });
  before(async () => {
    fresh = await freshDatabase();
    dir = await mkdtemp(join(tmpdir(), 'darkroom-http-'));
    objects = await openFilesystemStore({ dir, minFreeBytes: 0 });
    const config = readConfig({ DARKROOM_DATA_DIR: `${dir}-data` });
    thumbnails = await openThumbnails({
      config,
      objects,
      limits: LIMITS,
      runAs: undefined,
      reportBroken: () => {},
    });
  });
  after(async () => {
    await Promise.all([inspector.close(), previewLane.close(), thumbnails.close()]);
    await egress.close();
    await fresh.drop();
    for (const one of [dir, `${dir}-data`]) await rm(one, { recursive: true, force: true });
  });

  /** An organization with someone in every role, and the services that the routes call. */
  return async (env: Record<string, string> = {}) => {
    const { database } = fresh;
    const { organizationId, userId: ownerId } = await makeOrganization(database);
    const { organizationId: otherOrganizationId, userId: strangerId } = await makeOrganization(database);
    const apiKeys = apiKeysIn(database);
    const keyOf = (who: TestCaller) => `key-of-${who}-in-${organizationId}`;
    const addKey = (who: TestCaller, of: OrganizationId, userId: UserId, role: Role) =>
      apiKeys.create({
        ...{ organizationId: of, userId, role, name: who, expiresAt: null },
        secretHash: secretHash(keyOf(who)),
      });
    await addKey('owner', organizationId, ownerId, 'owner');
    await addKey('stranger', otherOrganizationId, strangerId, 'owner');
    for (const role of ['admin', 'operator', 'reviewer', 'viewer'] as const)
      await addKey(role, organizationId, await addMember(database, organizationId, role), role);
    const administrator = await addMember(database, organizationId, 'owner');
    await database.run(MAKE_ADMINISTRATOR, [administrator]);
    const platformKey = { organizationId, userId: administrator, name: 'platform' };
    await addAdministratorKey(database.run)(
      { ...platformKey, secretHash: secretHash(keyOf('platform')) },
      [],
    );

    const errors: unknown[] = [];
    const config = readConfig(env);
    const images = imagesIn(database);
    const readmit = readmitIn(database);
    const identity = openIdentity(database, config, () => 'http://127.0.0.1');
    const previewing = { limits: LIMITS, previews: openPreviewFiles(join(dir, 'previews')), previewLane };
    const files = openIntermediates(join(dir, 'preview-steps'));
    const workflows = workflowsIn(database);
    const services: ApiPorts = {
      ...previewing,
      previewReuse: { codeVersion: async () => 'test', intermediate: files.path, worthMs: 0 },
      replays: openReplays({ ...previewing, objects, workflows, reportBroken: () => {} }),
      ...identity.ports,
      config,
      executions: executionsIn(database),
      queue: queueIn(database),
      review: reviewIn(database),
      queueFeed: { follow: () => () => {} },
      images,
      readmit,
      workflows,
      organizations: organizationsIn(database),
      credits: creditsIn(database),
      apiKeys,
      webhookEndpoints: webhookEndpointsIn(database),
      deliveries: deliveriesIn(database),
      usage: usageIn(database),
      retention: retentionIn(database),
      erasures: erasuresIn(database),
      objects,
      inspector,
      thumbnails: thumbnails.get,
      statusFeed: statusFeedIn(database),
      batches: batchesIn(database),
      batchFeed: batchFeedIn(database),
      fetchUploads: (organizationId, urls, signal) =>
        fetchUploads({ config, egress, objects, inspector, images, readmit }, organizationId, urls, signal),
      isForbiddenUrl: egress.forbids,
      checkDatabase: async () => void (await database.run(statement('select'), [])),
      reportError: (error) => errors.push(error),
      reportBroken: () => {},
      reportRequest: () => {},
    };
    return { services, errors, database, dir, organizationId, otherOrganizationId, ownerId, keyOf };
  };
};

export type TestSetup = Awaited<ReturnType<ReturnType<typeof testSetups>>>;

/** An inspector that starts its process at the first image: most tests inspect none. */
const inspectorWhenNeeded = (): Inspector => {
  let opened: Inspector | undefined;
  return {
    inspect: (path, organizationId) => {
      opened ??= openInspector({ limits: LIMITS });
      return opened.inspect(path, organizationId);
    },
    close: async () => opened?.close(),
  };
};

/** The error that the adapters throw while the database cannot be reached. */
export const databaseAway = () =>
  new Refusal('unavailable', 'The database cannot be reached at the moment.', { retryAfterSeconds: 2 });
