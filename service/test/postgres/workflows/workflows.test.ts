import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowId, WorkflowVersionId } from '../../../src/domain/ids.ts';
import type { WorkflowDefinition } from '../../../src/domain/workflows/workflow.ts';
import { CHANNELS } from '../../../src/postgres/connection/channels.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { workflowsIn } from '../../../src/postgres/workflows.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { makeOrganization } from '../../support/organization.ts';

const definition: WorkflowDefinition = {
  name: 'Web',
  inputs: { default: { required: true, description: 'The image.' } },
  steps: [{ id: 'smaller', component: 'resize', params: { width: 1600 }, when: { minWidth: 1601 } }],
  qa: 'off',
  qaSampling: null,
  priceInCredits: 12,
};

describe('workflows', { timeout: 30_000 }, () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
  });
  after(() => fresh.drop());

  /** Wraps the database, and counts the queries that reach it. */
  const counting = () => {
    const counted = {
      queries: 0,
      database: {
        ...database,
        run: ((statement, values) => {
          counted.queries += 1;
          return database.run(statement, values);
        }) as Database['run'],
      },
    };
    return counted;
  };

  test('a new workflow is found unchanged', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const workflows = workflowsIn(database);
    const created = await workflows.create(organizationId, userId, definition);
    const { id: _, version: __, versionCreatedAt, ...rest } = created;
    assert.ok(versionCreatedAt instanceof Date);
    const author = { id: userId, name: 'Kim' };
    assert.deepEqual(rest, {
      ...definition,
      resultNames: null,
      organizationId,
      author,
      archived: false,
    });
    assert.deepEqual(await workflows.find(organizationId, created.id), created);
    assert.deepEqual(await workflows.find(organizationId, created.id, created.version), created);
    assert.deepEqual(await workflows.version(created.version), created);
  });

  test('a new version is the latest, and the old one stays as it was', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const workflows = workflowsIn(database);
    const first = await workflows.create(organizationId, userId, definition);
    await workflows.find(organizationId, first.id);
    const second = await workflows.addVersion(organizationId, first.id, userId, {
      ...definition,
      name: 'Web 2',
      priceInCredits: 20,
    });
    assert.equal(second?.id, first.id);
    assert.notEqual(second?.version, first.version);
    assert.deepEqual(await workflows.find(organizationId, first.id), second);
    assert.deepEqual(await workflows.find(organizationId, first.id, first.version), first);
  });

  test('a version can be neither changed nor deleted', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const { version } = await workflowsIn(database).create(organizationId, userId, definition);
    const change = statement('update workflow_versions set price = 0 where id = $1');
    const remove = statement('delete from workflow_versions where id = $1');
    await assert.rejects(database.run(change, [version]), /append-only/);
    await assert.rejects(database.run(remove, [version]), /append-only/);
  });

  test('a workflow is found only by its own organization, and a version only with its own workflow', async () => {
    const organization = await makeOrganization(database);
    const stranger = await makeOrganization(database);
    const workflows = workflowsIn(database);
    const mine = await workflows.create(organization.organizationId, organization.userId, definition);
    const other = await workflows.create(organization.organizationId, organization.userId, definition);
    const unknown = organization.userId as unknown as WorkflowId & WorkflowVersionId;
    assert.equal(await workflows.find(stranger.organizationId, mine.id), undefined);
    assert.equal(await workflows.find(stranger.organizationId, mine.id, mine.version), undefined);
    assert.equal(await workflows.find(organization.organizationId, mine.id, other.version), undefined);
    assert.equal(await workflows.find(organization.organizationId, unknown), undefined);
    assert.equal(await workflows.find(organization.organizationId, mine.id, unknown), undefined);
    await assert.rejects(workflows.version(unknown), { code: 'not_found' });
    assert.equal(
      await workflows.addVersion(stranger.organizationId, mine.id, stranger.userId, definition),
      undefined,
    );
    assert.equal(await workflows.archive(stranger.organizationId, mine.id), false);
  });

  test('an archived workflow is found and runs on, but is neither listed nor changed', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const workflows = workflowsIn(database);
    const workflow = await workflows.create(organizationId, userId, definition);
    await workflows.find(organizationId, workflow.id);
    assert.equal(await workflows.archive(organizationId, workflow.id), true);
    assert.equal(await workflows.archive(organizationId, workflow.id), false);
    assert.equal((await workflows.find(organizationId, workflow.id))?.archived, true);
    assert.deepEqual((await workflows.version(workflow.version)).steps, definition.steps);
    assert.equal(await workflows.addVersion(organizationId, workflow.id, userId, definition), undefined);
    assert.deepEqual(await workflows.list(organizationId, { limit: 50, offset: 0 }), {
      entries: [],
      total: 0,
    });
  });

  test('the list is in order of creation, newest first, and its total is exact', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const workflows = workflowsIn(database);
    const ids: WorkflowId[] = [];
    for (const name of ['a', 'b', 'c'])
      ids.unshift((await workflows.create(organizationId, userId, { ...definition, name })).id);
    const latest = await workflows.addVersion(organizationId, ids[2]!, userId, { ...definition, name: 'A' });
    const all = await workflows.list(organizationId, { limit: 50, offset: 0 });
    assert.deepEqual([all.entries.map(({ id }) => id), all.total], [ids, 3]);
    assert.deepEqual(all.entries[2], latest);
    const page = await workflows.list(organizationId, { limit: 1, offset: 1 });
    assert.deepEqual([page.entries.map(({ id }) => id), page.total], [[ids[1]], 3]);
    assert.deepEqual(await workflows.list(organizationId, { limit: 0, offset: 0 }), {
      entries: [],
      total: 3,
    });
  });

  test('a workflow that was just found is found again without the database', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const counted = counting();
    const workflows = workflowsIn(counted.database);
    const { id, version } = await workflows.create(organizationId, userId, definition);
    await workflows.find(organizationId, id);
    const before = counted.queries;
    await workflows.find(organizationId, id);
    await workflows.version(version);
    assert.equal(counted.queries, before);
  });

  test('another process is notified of a new version and of archiving, and then finds them', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const [here, elsewhere] = [workflowsIn(database), workflowsIn(database)];
    const { id } = await here.create(organizationId, userId, definition);
    const session = await database.session();
    try {
      await session.query(`listen ${CHANNELS.workflows}`);
      const changes = [
        () => here.addVersion(organizationId, id, userId, { ...definition, name: 'Changed' }),
        () => here.archive(organizationId, id),
      ];
      for (const change of changes) {
        await elsewhere.find(organizationId, id);
        const told = once(session, 'notification');
        await change();
        const [{ payload }] = await told;
        assert.equal(payload, id);
        elsewhere.forget(payload);
        assert.deepEqual(await elsewhere.find(organizationId, id), await here.find(organizationId, id));
      }
    } finally {
      await session.end();
    }
  });

  test('an entry that was invalidated while it was loaded is not cached', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const here = workflowsIn(database);
    const first = await here.create(organizationId, userId, definition);
    const lookedUp = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    const elsewhere = workflowsIn({
      ...database,
      run: async (statement, values) => {
        const rows = await database.run(statement, values);
        lookedUp.resolve();
        await changed.promise;
        return rows;
      },
    });
    const found = elsewhere.find(organizationId, first.id);
    await lookedUp.promise;
    const second = await here.addVersion(organizationId, first.id, userId, definition);
    elsewhere.forget(first.id);
    changed.resolve();
    assert.equal((await found)?.version, first.version);
    assert.equal((await elsewhere.find(organizationId, first.id))?.version, second?.version);
  });

  test('a process that missed the notification finds a change within three seconds', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const [here, elsewhere] = [workflowsIn(database), workflowsIn(database)];
    const { id, version } = await here.create(organizationId, userId, definition);
    await elsewhere.find(organizationId, id);
    await here.addVersion(organizationId, id, userId, definition);
    const deadline = Date.now() + 3_000;
    const stillOld = async () => (await elsewhere.find(organizationId, id))?.version === version;
    assert.equal(await stillOld(), true);
    while (Date.now() < deadline && (await stillOld())) await pause(50);
    assert.equal(await stillOld(), false);
  });

  test('versions added at the same time all exist, and the latest is one of them', async () => {
    const { organizationId, userId } = await makeOrganization(database);
    const workflows = workflowsIn(database);
    const { id } = await workflows.create(organizationId, userId, definition);
    const added = await Promise.all(
      Array.from({ length: 10 }, () => workflows.addVersion(organizationId, id, userId, definition)),
    );
    const versions = added.map((workflow) => workflow!.version);
    assert.equal(new Set(versions).size, 10);
    for (const version of versions) assert.ok(await workflows.find(organizationId, id, version));
    assert.ok(versions.includes((await workflows.find(organizationId, id))!.version));
  });
});
