import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findStatus } from '../../src/operations/executions/find-execution.ts';
import type { Executions, Intake } from '../../src/ports/executions.ts';
import type { Database } from '../../src/postgres/connection/database.ts';
import { executionsIn } from '../../src/postgres/executions/executions.ts';
import { statusFeedIn } from '../../src/postgres/executions/status-feed.ts';
import { workQueueIn } from '../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../src/postgres/workers/hold-lease.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';
import { makeOrganization, newExecution } from '../support/organization.ts';

describe('the status of an execution that was just created, before anything was notified', () => {
  let fresh: FreshDatabase;
  let database: Database;
  let executions: Executions;
  let statusFeed: ReturnType<typeof statusFeedIn>;

  before(async () => {
    fresh = await freshDatabase({ connections: 4 });
    database = fresh.database;
    executions = executionsIn(database);
    statusFeed = statusFeedIn(database);
  });
  after(async () => {
    statusFeed.close();
    await fresh.drop();
  });

  /**
   * An execution that was created in this process and claimed by a worker. This process has no message about the
   * claim yet.
   */
  const begun = async () => {
    const organization = await makeOrganization(database, 1);
    const execution = newExecution(organization);
    await executions.insert(execution);
    const lease = await holdLease(database, 60_000);
    await workQueueIn(database).claim(lease.worker, 1, { after: undefined, except: [] });
    await lease.end();
    const status = async () =>
      (await findStatus({ executions, statusFeed }, execution.organizationId, execution.id)).status;
    return { ...execution, status };
  };

  it('is that of its creation', async () => {
    const { status } = await begun();
    assert.equal(await status(), 'CREATED');
  });

  it('is ACTIVE when a worker took it at its creation', async () => {
    const organization = await makeOrganization(database, 1);
    const lease = await holdLease(database, 60_000);
    const takesAll: Intake = {
      reserve: ({ length }) => ({ worker: lease.worker, count: length }),
      settle: () => {},
    };
    const taking = executionsIn(database, { intake: takesAll });
    const { organizationId, id } = newExecution(organization);
    await taking.insert(newExecution(organization, { id }));
    await lease.end();
    const found = await findStatus({ executions: taking, statusFeed }, organizationId, id);
    assert.deepEqual(found, { status: 'ACTIVE', version: 2 });
    assert.deepEqual(found, await taking.status(organizationId, id), 'the table has the same version');
  });

  it('is not older than what was announced about the execution', async () => {
    const { organizationId, id, status } = await begun();
    assert.equal((await executions.find(organizationId, id))?.status, 'ACTIVE');
    assert.equal(await status(), 'ACTIVE');
  });

  it('is not older than what the list has shown', async () => {
    const { organizationId, status } = await begun();
    const { entries } = await executions.list(organizationId, {}, { limit: 10, offset: 0 });
    assert.deepEqual(
      entries.map((one) => one.status),
      ['ACTIVE'],
    );
    assert.equal(await status(), 'ACTIVE');
  });
});
