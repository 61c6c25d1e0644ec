import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { ExecutionId, OrganizationId } from '../../../src/domain/ids.ts';
import type { Executions, WorkQueue } from '../../../src/ports/executions.ts';
import type { Run } from '../../../src/postgres/database.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { rememberResults } from '../../../src/postgres/executions/known-results.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { type SignOfLife, showLife } from '../../../src/postgres/workers/sign-of-life.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import {
  makeOrganization,
  newExecution,
  RESULT,
  type TestOrganization,
  TRACE,
} from '../../support/organization.ts';

describe('the result of an execution', () => {
  let fresh: FreshDatabase;
  let life: SignOfLife;
  let organization: TestOrganization;
  let executions: Executions;
  let queue: WorkQueue;
  let questions = 0;

  before(async () => {
    fresh = await freshDatabase();
    life = await showLife(fresh.database, 30_000);
    organization = await makeOrganization(fresh.database, 100);
  });
  after(async () => {
    await life.end();
    await fresh.drop();
  });
  const run: Run = (...asked) => {
    questions += 1;
    return fresh.database.run(...asked);
  };
  /** As in a process that serves the interface and works. */
  beforeEach(() => {
    const results = rememberResults();
    executions = executionsIn({ ...fresh.database, run }, { results });
    queue = workQueueIn(fresh.database, results);
  });

  const complete = async (toReview = false): Promise<ExecutionId> => {
    const execution = newExecution(organization);
    await executions.insert(execution);
    const [claim] = await queue.claim(life.worker, 1);
    const completion = { claim: claim!, toReview, result: RESULT, trace: TRACE, resultFileName: 'shoe.jpg' };
    assert.equal(await queue.complete(completion), true);
    return execution.id;
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

  it('that was made here is known without a look at the database', async () => {
    assert.deepEqual(await findEnd(await complete()), { end: END, questions: 0 });
  });

  it('that was made elsewhere is looked up once, and is the same', async () => {
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

  it('that waits for a reviewer is looked up until it is approved', async () => {
    const id = await complete(true);
    for (let look = 0; look < 2; look += 1) {
      const { end, questions: asked } = await findEnd(id);
      assert.deepEqual([end?.status, asked], ['IN_QA', 1]);
    }
    await executions.approve(organization.organizationId, id);
    assert.deepEqual(await findEnd(id), { end: END, questions: 1 });
    assert.deepEqual(await findEnd(id), { end: END, questions: 0 });
  });
});
