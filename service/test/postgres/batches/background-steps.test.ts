import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { batchOf } from '../../../src/domain/executions/batch.ts';
import { BATCH_STATUSES, type BatchStatus } from '../../../src/domain/executions/batch-status.ts';
import type { BatchId, ExecutionId } from '../../../src/domain/ids.ts';
import type { Batches } from '../../../src/ports/batches.ts';
import type { Executions } from '../../../src/ports/executions.ts';
import { batchesIn } from '../../../src/postgres/batches/batches.ts';
import { completeBatches } from '../../../src/postgres/batches/complete.ts';
import { resumeUnpaid } from '../../../src/postgres/batches/resume.ts';
import { SUM_UP_BATCH_COUNTS } from '../../../src/postgres/batches/sum-up.ts';
import { booksIn } from '../../../src/postgres/books.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { creditsIn } from '../../../src/postgres/credits.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { organizationsIn } from '../../../src/postgres/organizations.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';
import {
  addMember,
  makeOrganization,
  newExecution,
  type TestOrganization,
} from '../../support/organization.ts';

const LABELS = { service_batch_name: 'Shoes' };
const BATCH = batchOf(LABELS)?.id as BatchId;
const CANCELED = { code: 'canceled', message: 'Stopped.', component: null } as const;
const MESSAGES = statement<{ round: number }>(
  "select (body #>> '{data,round}')::integer as round from webhook_messages where organization_id = $1 order by 1",
);
const CHOOSE_MAILS = statement("update users set notices = '{batch.completed}' where id = $1");
const MAILS = statement<{ userId: string; kind: string; data: object }>(
  'select user_id as "userId", kind, data from notices where organization_id = $1',
);
const BEGAN_AGO = statement(
  "update batch_counts set first_created_at = now() - $2 * interval '1 second' where organization_id = $1",
);
const PROCESSED = statement(`
  insert into throughput_samples (organization_id, at, finished, total)
  values ($1, now() - $2 * interval '1 second', $3, 0)`);
const PAGE = { limit: 10, offset: 0 };
const SET_WEBHOOKS = statement(
  "update batches set webhooks = '{http://a.example/}' where organization_id = $1",
);

describe('the background steps of batches', () => {
  let fresh: FreshDatabase;
  let database: Database;
  let executions: Executions;
  let batches: Batches;

  before(async () => {
    fresh = await freshDatabase({ connections: 10 });
    database = fresh.database;
    executions = executionsIn(database);
    batches = batchesIn(database);
  });
  after(async () => {
    assert.deepEqual(await booksIn(database).findContradictions(), []);
    await fresh.drop();
  });

  const create = async (organization: TestOrganization, priceInCredits = 1, labels: object = LABELS) => {
    const execution = newExecution(organization, { labels: { ...labels }, priceInCredits });
    await executions.insert(execution);
    return execution.id;
  };
  const statusOf = async ({ organizationId }: TestOrganization, id: ExecutionId) =>
    (await executions.find(organizationId, id))?.status;
  const keep = async (quietMs = 0) => {
    await database.run(SUM_UP_BATCH_COUNTS, []);
    while (await completeBatches(database, quietMs));
  };
  const resumeAll = async () => {
    while (await resumeUnpaid(database));
  };

  it('a completion happens once, however many workers decide at the same time', async () => {
    const organization = await makeOrganization(database, 100);
    const id = await create(organization);
    await database.run(SET_WEBHOOKS, [organization.organizationId]);
    await keep();
    assert.equal((await batches.find(organization.organizationId, BATCH))?.round, 0);
    await executions.cancel(organization.organizationId, id, CANCELED);
    await Promise.all(Array.from({ length: 8 }, () => keep()));
    await keep();
    assert.deepEqual(await database.run(MESSAGES, [organization.organizationId]), [{ round: 1 }]);
    await executions.retry(organization.organizationId, id);
    await keep();
    await executions.cancel(organization.organizationId, id, CANCELED);
    await Promise.all(Array.from({ length: 8 }, () => keep()));
    assert.deepEqual(await database.run(MESSAGES, [organization.organizationId]), [
      { round: 1 },
      { round: 2 },
    ]);
  });

  it('a completion is mailed to the members who chose it', async () => {
    const organization = await makeOrganization(database, 100);
    const { organizationId, userId } = organization;
    await addMember(database, organizationId, 'viewer');
    await database.run(CHOOSE_MAILS, [userId]);
    const [one] = [await create(organization), await create(organization)];
    await executions.cancel(organizationId, one, CANCELED);
    await keep();
    assert.deepEqual(await database.run(MAILS, [organizationId]), []);
    await batches.close(organizationId, BATCH);
    for (const { id } of (await executions.list(organizationId, { status: ['CREATED'] }, PAGE)).entries)
      await executions.cancel(organizationId, id, CANCELED);
    await keep();
    const data = { batchId: BATCH, name: 'Shoes', completed: 0, failed: 2 };
    assert.deepEqual(await database.run(MAILS, [organizationId]), [
      { userId, kind: 'batch.completed', data },
    ]);
  });

  it('the estimated end follows from the throughput since the batch began and the queue before it', async () => {
    const organization = await makeOrganization(database, 100);
    const { organizationId, userId } = organization;
    const minutesLeft = async () => {
      const { estimatedEndAt } = (await batches.find(organizationId, BATCH))!;
      return estimatedEndAt && (estimatedEndAt.getTime() - Date.now()) / 60_000;
    };
    const isAbout = (minutes: number | null, expected: number) =>
      assert.ok(Math.abs(minutes! - expected) < 0.1, `${minutes} instead of ${expected}`);
    for (let index = 0; index < 10; index++) await create(organization);
    assert.equal(await minutesLeft(), null, 'nothing was processed yet');
    // 60 other executions were processed before the batch began two minutes ago, and 20 since then.
    await database.run(SUM_UP_BATCH_COUNTS, []);
    await database.run(BEGAN_AGO, [organizationId, 120]);
    await database.run(PROCESSED, [organizationId, 180, 60]);
    await database.run(PROCESSED, [organizationId, 60, 20]);
    isAbout(await minutesLeft(), 1);
    for (let index = 0; index < 5; index++) await create(organization, 1, {});
    isAbout(await minutesLeft(), 1.5);
    await batches.change(organizationId, BATCH, { priority: 9 }, userId);
    isAbout(await minutesLeft(), 1);
    await batches.setPaused(organizationId, BATCH, true);
    assert.equal(await minutesLeft(), null, 'a paused batch has no end');
  });

  it('a batch that must be unchanged for a time is completed only after that time', async () => {
    const organization = await makeOrganization(database, 100);
    const id = await create(organization);
    await executions.cancel(organization.organizationId, id, CANCELED);
    await keep(60_000);
    const find = () => batches.find(organization.organizationId, BATCH);
    assert.equal((await find())?.status, 'running');
    await batches.close(organization.organizationId, BATCH);
    await keep(60_000);
    assert.equal((await find())?.status, 'completed');
    // Closing the batch once more is no new work, so there is no new round.
    await batches.close(organization.organizationId, BATCH);
    await keep();
    assert.equal((await find())?.round, 1);
    await create(organization);
    assert.equal((await find())?.status, 'running');
  });

  it('a list by status has the batches with that status, while they change and afterwards', async () => {
    const organization = await makeOrganization(database, 100);
    const { organizationId, userId } = organization;
    const open = async (name: string) => {
      const id = randomUUID() as BatchId;
      const given = {
        expected: null,
        budget: null,
        priority: 5,
        qa: null,
        webhooks: [],
        workflow: undefined,
      };
      await batches.create({ ...given, id, organizationId, name, createdBy: userId });
      return id;
    };
    const fill = (id: BatchId) => create(organization, 1, { service_batch_id: id });
    const end = (id: ExecutionId) => executions.cancel(organizationId, id, CANCELED);
    const opened = {
      empty: await open('Empty'),
      running: await open('Running'),
      paused: await open('Paused'),
      closed: await open('Closed'),
      completed: await open('Completed'),
    };
    const page = { limit: 10, offset: 0 };
    const listed = async (status: BatchStatus) =>
      (await batches.list(organizationId, { status }, page)).entries.map(({ id }) => id);
    const check = async () => {
      for (const status of BATCH_STATUSES) {
        assert.deepEqual(await listed(status), [opened[status]], status);
        const counted = await batches.list(organizationId, { status }, { limit: 0, offset: 0 });
        assert.deepEqual(counted, { entries: [], total: 1, totalExceeded: false });
      }
    };
    for (const id of [opened.running, opened.paused, opened.closed]) await fill(id);
    await batches.setPaused(organizationId, opened.paused, true);
    await batches.close(organizationId, opened.closed);
    const last = await fill(opened.completed);
    await end(last);
    assert.deepEqual(await listed('running'), [opened.completed, opened.running]);
    await keep();
    await check();
    // Each of these acts changes the status of a batch, and the list shows it at once.
    await batches.setPaused(organizationId, opened.paused, false);
    assert.deepEqual(await listed('paused'), []);
    await executions.retry(organizationId, last);
    assert.deepEqual(await listed('completed'), []);
    await fill(opened.closed);
    assert.deepEqual(await listed('closed'), []);
    await keep();
    assert.deepEqual(
      (await listed('running')).sort(),
      [opened.running, opened.paused, opened.completed, opened.closed].sort(),
    );
    const ids = (await batches.list(organizationId, { search: 'p' }, page)).entries.map(({ name }) => name);
    assert.deepEqual(ids, ['Completed', 'Paused', 'Empty']);
  });

  it('credits resume 500 unpaid executions once each, with several workers and a step that is broken off', async () => {
    const organization = await makeOrganization(database, 0);
    const { organizationId, userId } = organization;
    await organizationsIn(database).changeSettings(organizationId, { autoResume: true }, userId);
    const ids = await Promise.all(Array.from({ length: 500 }, () => create(organization, 1, {})));
    const dear = await create(organization, 50, {});
    const behind = await create(organization, 1, {});
    await creditsIn(database).grant(organizationId, 520, '', userId);
    // A worker that dies in the middle of a step leaves nothing of it behind.
    await assert.rejects(
      resumeUnpaid({
        ...database,
        transaction: (work) =>
          database.transaction(async (run) => {
            await work(run);
            throw new Error('killed');
          }),
      }),
      /killed/,
    );
    assert.equal(await statusOf(organization, ids[0]!), 'PAYMENT_REQUIRED');
    await Promise.all(Array.from({ length: 4 }, resumeAll));
    const statuses = await Promise.all(ids.map((id) => statusOf(organization, id)));
    assert.deepEqual(new Set(statuses), new Set(['CREATED']));
    for (const id of [dear, behind]) assert.equal(await statusOf(organization, id), 'PAYMENT_REQUIRED');
    assert.equal(await creditsIn(database).spendable(organizationId), 20);
  });

  it('creates, retries and resume jobs at once never exceed the budget', async () => {
    const organization = await makeOrganization(database, 1_000);
    const { organizationId, userId } = organization;
    await create(organization, 1);
    await batches.change(organizationId, BATCH, { budget: 5 }, userId);
    const ids = await Promise.all(Array.from({ length: 40 }, () => create(organization)));
    await batches.change(organizationId, BATCH, { budget: 20 }, userId);
    await Promise.all([
      ...Array.from({ length: 3 }, resumeAll),
      ...ids.map((id) => executions.retry(organizationId, id)),
      ...Array.from({ length: 20 }, () => create(organization)),
      ...ids.slice(0, 10).map((id) => executions.cancel(organizationId, id, CANCELED)),
    ]);
    const batch = await batches.find(organizationId, BATCH);
    assert.ok(batch && batch.heldCredits <= 20, `${batch?.heldCredits}`);
    assert.equal(batch.heldCredits, batch.counts.CREATED);
  });
});
