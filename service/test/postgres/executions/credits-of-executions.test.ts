import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Status } from '../../../src/domain/executions/execution-states.ts';
import type { ExecutionId, WorkerId } from '../../../src/domain/ids.ts';
import type { QaMode } from '../../../src/domain/workflows/workflow.ts';
import type { Claim, Executions, WorkQueue } from '../../../src/ports/executions.ts';
import { booksIn } from '../../../src/postgres/books.ts';
import { creditsIn } from '../../../src/postgres/credits.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { approveAll } from '../../../src/postgres/review/decide.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { holdLease, type WorkerLease } from '../../../src/postgres/workers/hold-lease.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';
import {
  makeOrganization,
  newExecution,
  RESULT,
  type TestOrganization,
  TRACE,
} from '../../support/organization.ts';

describe('the credits of executions', () => {
  let fresh: FreshDatabase;
  let executions: Executions;
  let queue: WorkQueue;
  let lease: WorkerLease;

  before(async () => {
    fresh = await freshDatabase({ connections: 8 });
    executions = executionsIn(fresh.database);
    queue = workQueueIn(fresh.database);
    lease = await holdLease(fresh.database, 30_000);
  });
  after(async () => {
    const findings = await booksIn(fresh.database).findContradictions();
    await lease.end();
    await fresh.drop();
    assert.deepEqual(findings, [], 'the books are in order after all of these tests');
  });

  const spendable = ({ organizationId }: TestOrganization) =>
    creditsIn(fresh.database).spendable(organizationId);
  const statusOf = async (
    { organizationId }: TestOrganization,
    id: ExecutionId,
  ): Promise<Status | undefined> => (await executions.find(organizationId, id))?.status;
  const countOf = async ({ organizationId }: TestOrganization, status: Status) =>
    (await executions.list(organizationId, { status: [status] }, { limit: 0, offset: 0 })).total;
  const claimOf = async (id: ExecutionId, worker: WorkerId = lease.worker): Promise<Claim> => {
    for (let claims = await queue.claim(worker, 10); claims.length > 0; ) {
      const claim = claims.find((one) => one.id === id);
      if (claim) return claim;
      claims = await queue.claim(worker, 10);
    }
    throw new Error('not queued');
  };
  const completionOf = (claim: Claim, qa: QaMode = 'off') => ({
    claim,
    qa,
    result: RESULT,
    trace: TRACE,
    resultFileName: 'shoe.jpg',
  });
  const createIn = async (organization: TestOrganization, price = 1) => {
    const execution = newExecution(organization, { priceInCredits: price });
    await executions.insert(execution);
    return execution.id;
  };

  it('500 creates at once with 100 credits give exactly 100 CREATED and 400 PAYMENT_REQUIRED', async () => {
    const organization = await makeOrganization(fresh.database, 100);
    await Promise.all(Array.from({ length: 500 }, () => createIn(organization)));
    assert.equal(await countOf(organization, 'CREATED'), 100);
    assert.equal(await countOf(organization, 'PAYMENT_REQUIRED'), 400);
    assert.equal(await spendable(organization), 0);
  });

  it('500 creates at once, each with a key, give exactly 100 CREATED too, and a key that was used gives nothing', async () => {
    const organization = await makeOrganization(fresh.database, 100);
    const createWith = (key: string) =>
      executions.insert(newExecution(organization), { key, fingerprint: 'same' });
    const keys = Array.from({ length: 500 }, (_, index) => `key ${index}`);
    assert.deepEqual(
      new Set(await Promise.all(keys.map(createWith))),
      new Set(['CREATED', 'PAYMENT_REQUIRED']),
    );
    assert.deepEqual(new Set(await Promise.all(keys.map(createWith))), new Set(['KEY_USED']));
    assert.equal(await countOf(organization, 'CREATED'), 100);
    assert.equal(await countOf(organization, 'PAYMENT_REQUIRED'), 400);
    assert.equal(await spendable(organization), 0);
  });

  it('creates with keys, without, and with the same key share a commit, and each key makes one execution', async () => {
    const organization = await makeOrganization(fresh.database, 100);
    const others = [executions, executionsIn(fresh.database)];
    const inserted = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        others[index % 2]!.insert(
          newExecution(organization),
          index % 3 === 0 ? undefined : { key: `key ${index % 5}`, fingerprint: 'same' },
        ),
      ),
    );
    assert.equal(inserted.filter((one) => one !== 'KEY_USED').length, 20 + 5);
    assert.equal(await countOf(organization, 'CREATED'), 25);
    assert.equal(await spendable(organization), 75);
  });

  it('500 creates through four processes with 100 credits give exactly 100 CREATED', async () => {
    const organization = await makeOrganization(fresh.database, 100);
    const others = Array.from({ length: 4 }, () => executionsIn(fresh.database));
    await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        (others[index % 4] as Executions).insert(newExecution(organization)),
      ),
    );
    assert.equal(await countOf(organization, 'CREATED'), 100);
    assert.equal(await countOf(organization, 'PAYMENT_REQUIRED'), 400);
  });

  it('an execution that is too expensive does not keep a cheaper one behind it unpaid', async () => {
    const organization = await makeOrganization(fresh.database, 10);
    const ids = await Promise.all([5, 20, 5].map((price) => createIn(organization, price)));
    const statuses = await Promise.all(ids.map((id) => statusOf(organization, id)));
    assert.deepEqual(statuses, ['CREATED', 'PAYMENT_REQUIRED', 'CREATED']);
  });

  it('the hold becomes the charge when the execution completes', async () => {
    const organization = await makeOrganization(fresh.database, 10);
    const id = await createIn(organization, 4);
    assert.equal(await spendable(organization), 6);
    assert.equal(await queue.complete(completionOf(await claimOf(id))), true);
    assert.equal(await spendable(organization), 6);
    const { entries } = await creditsIn(fresh.database).ledger(organization.organizationId, {
      limit: 10,
      offset: 0,
    });
    assert.deepEqual(
      entries.map(({ kind, amount, executionId }) => [kind, amount, executionId]),
      [
        ['charge', -4, id],
        ['grant', 10, null],
      ],
    );
    assert.equal((await executions.find(organization.organizationId, id))?.chargedCredits, 4);
  });

  it('a failure releases the hold', async () => {
    const organization = await makeOrganization(fresh.database, 10);
    const id = await createIn(organization, 4);
    const error = { code: 'input_unreadable', message: 'Broken.', component: null } as const;
    assert.equal(await queue.fail(await claimOf(id), error, TRACE), true);
    assert.equal(await spendable(organization), 10);
    assert.equal(await statusOf(organization, id), 'FAILED');
  });

  it('a completion that comes twice charges once', async () => {
    const organization = await makeOrganization(fresh.database, 10);
    const completion = completionOf(await claimOf(await createIn(organization, 4)));
    const told = await Promise.all([queue.complete(completion), queue.complete(completion)]);
    assert.deepEqual(told.sort(), [false, true]);
    assert.equal(await spendable(organization), 6);
  });

  it('a canceled execution releases its hold, and its late completion is refused', async () => {
    const organization = await makeOrganization(fresh.database, 10);
    const id = await createIn(organization, 4);
    const claim = await claimOf(id);
    const error = { code: 'canceled', message: 'Canceled.', component: null } as const;
    assert.equal(await executions.cancel(organization.organizationId, id, error), true);
    assert.equal(await queue.complete(completionOf(claim)), false);
    assert.equal(await spendable(organization), 10);
    assert.equal(await statusOf(organization, id), 'FAILED');
  });

  it('a retry holds the price agreed at creation again, and an unpaid one stays unpaid', async () => {
    const organization = await makeOrganization(fresh.database, 4);
    const id = await createIn(organization, 4);
    const error = { code: 'component_failed', message: 'No.', component: 'crop' } as const;
    await queue.fail(await claimOf(id), error, TRACE);
    const retry = () => executions.retry(organization.organizationId, id);
    assert.partialDeepStrictEqual(await retry(), { id, status: 'CREATED', startedAt: null, error: null });
    assert.equal(await spendable(organization), 0);
    await queue.fail(await claimOf(id), error, TRACE);

    const other = await createIn(organization, 3);
    assert.partialDeepStrictEqual(await retry(), { id, status: 'PAYMENT_REQUIRED' });
    assert.equal(await statusOf(organization, id), 'PAYMENT_REQUIRED');
    assert.equal(await retry(), 'credits_short');
    assert.equal(await executions.retry(organization.organizationId, other), undefined);
  });

  it('a review keeps the hold; approval charges it and shows the image to all', async () => {
    const organization = await makeOrganization(fresh.database, 10);
    const id = await createIn(organization, 4);
    await queue.complete(completionOf(await claimOf(id), 'all'));
    assert.equal(await statusOf(organization, id), 'IN_QA');
    assert.equal(await spendable(organization), 6);
    const approve = () =>
      approveAll(fresh.database.run, organization.organizationId, [id], { userId: organization.userId });
    assert.deepEqual(await approve(), [id]);
    assert.deepEqual(await approve(), []);
    assert.equal(await statusOf(organization, id), 'COMPLETED');
    assert.equal(await spendable(organization), 6);
  });

  it('a withdrawal beyond the free credits makes the newest queued executions unpaid again', async () => {
    const organization = await makeOrganization(fresh.database, 10);
    const [older, newer] = [await createIn(organization, 4), await createIn(organization, 4)];
    const { organizationId, userId } = organization;
    assert.ok(await creditsIn(fresh.database).withdraw(organizationId, 5, '', userId));
    await claimOf(older);
    await queue.claim(lease.worker, 10);
    assert.equal(await statusOf(organization, older), 'ACTIVE');
    assert.equal(await statusOf(organization, newer), 'PAYMENT_REQUIRED');
    assert.equal(await creditsIn(fresh.database).withdraw(organizationId, 2, '', userId), undefined);
  });
});
