import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { ExecutionId, OrganizationId } from '../../../src/domain/ids.ts';
import type { QaMode } from '../../../src/domain/workflows/workflow.ts';
import type { Completion, Executions, WorkQueue } from '../../../src/ports/executions.ts';
import type { Run } from '../../../src/postgres/connection/database.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { openResultCache } from '../../../src/postgres/executions/result-cache.ts';
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

describe('the result of an execution', () => {
  let fresh: FreshDatabase;
  let lease: WorkerLease;
  let organization: TestOrganization;
  let executions: Executions;
  let queue: WorkQueue;
  let questions = 0;

  before(async () => {
    fresh = await freshDatabase();
    lease = await holdLease(fresh.database, 30_000);
    organization = await makeOrganization(fresh.database, 100);
  });
  after(async () => {
    await lease.end();
    await fresh.drop();
  });
  const run: Run = (...asked) => {
    questions += 1;
    return fresh.database.run(...asked);
  };
  /** Opens the ports as in a process that is both API and worker. */
  beforeEach(() => {
    const results = openResultCache();
    executions = executionsIn({ ...fresh.database, run }, { results });
    queue = workQueueIn(fresh.database, results);
  });

  const begin = async (qa: QaMode = 'off'): Promise<Completion> => {
    await executions.insert(newExecution(organization));
    const [claim] = await queue.claim(lease.worker, 1);
    return { claim: claim!, qa, result: RESULT, trace: TRACE, resultFileName: 'shoe.jpg' };
  };
  const complete = async (qa: QaMode = 'off'): Promise<ExecutionId> => {
    const completion = await begin(qa);
    assert.equal(await queue.complete(completion), true);
    return completion.claim.id;
  };
  const findEnd = async (id: ExecutionId, organizationId = organization.organizationId) => {
    questions = 0;
    const end = await executions.findEnd(organizationId, id);
    return { end, questions };
  };
  const END = {
    status: 'COMPLETED',
    error: null,
    result: { image: { ...RESULT, reviewersOnly: false }, fileName: 'shoe.jpg' },
  };

  it('that was completed in this process is known without a query', async () => {
    assert.deepEqual(await findEnd(await complete()), { end: END, questions: 0 });
  });

  it('that is being completed in this process is waited for, and not queried', async () => {
    const completion = await begin();
    const completing = queue.complete(completion);
    assert.deepEqual(await findEnd(completion.claim.id), { end: END, questions: 0 });
    assert.equal(await completing, true);
  });

  it('is queried when the completion that was waited for fails', async () => {
    const completion = await begin();
    const late = { ...completion, claim: { ...completion.claim, attempt: completion.claim.attempt + 1 } };
    const completing = queue.complete(late);
    const { end, questions: asked } = await findEnd(completion.claim.id);
    assert.deepEqual([end?.status, end?.result, asked], ['ACTIVE', undefined, 1]);
    assert.equal(await completing, false);
    assert.equal(await queue.complete(completion), true);
    assert.deepEqual(await findEnd(completion.claim.id), { end: END, questions: 0 });
  });

  it('that was completed elsewhere is queried once, and is the same', async () => {
    const id = await complete();
    executions = executionsIn({ ...fresh.database, run });
    assert.deepEqual(await findEnd(id), { end: END, questions: 1 });
    assert.deepEqual(await findEnd(id), { end: END, questions: 0 });
  });

  it("is not another organization's", async () => {
    const id = await complete();
    const other = '018f3a5e-7c00-7000-8000-000000000000' as OrganizationId;
    assert.equal((await findEnd(id, other)).end, undefined);
  });

  it('that waits for a reviewer is queried until it is approved', async () => {
    const id = await complete('all');
    for (let look = 0; look < 2; look += 1) {
      const { end, questions: asked } = await findEnd(id);
      assert.deepEqual([end?.status, asked], ['IN_QA', 1]);
    }
    await approveAll(fresh.database.run, organization.organizationId, [id], {});
    assert.deepEqual(await findEnd(id), { end: END, questions: 1 });
    assert.deepEqual(await findEnd(id), { end: END, questions: 0 });
  });
});
