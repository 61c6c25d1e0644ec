import assert from 'node:assert/strict';
import { after, describe, it, test } from 'node:test';
import { executionRecord } from '../../../src/domain/executions/execution-record.ts';
import { STATUSES } from '../../../src/domain/executions/execution-states.ts';
import type { ContentHash } from '../../../src/domain/ids.ts';
import { WEBHOOK_TYPES } from '../../../src/domain/webhooks/webhook.ts';
import type { Claim, Completion, NewExecution } from '../../../src/ports/executions.ts';
import { channelOf } from '../../../src/postgres/connection/channels.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { creditsIn } from '../../../src/postgres/credits.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { recordJson } from '../../../src/postgres/executions/record-json.ts';
import { reviewIn } from '../../../src/postgres/review/review.ts';
import { messagesFor } from '../../../src/postgres/webhooks/messages-for.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../../src/postgres/workers/hold-lease.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { makeOrganization, newExecution, RESULT, TRACE } from '../../support/organization.ts';
import { until } from '../../support/until.ts';

const { database, drop } = await freshDatabase();
const lease = await holdLease(database, 60_000);
after(async () => {
  await lease.end();
  await drop();
});
const executions = executionsIn(database);
const review = reviewIn(database);
const queue = workQueueIn(database);
const owner = await makeOrganization(database, 100);

const WRITE = statement<{ url: string; type: string }>(`
  with changed as (select * from executions where id = any ($1::uuid[])), messages as (
    ${messagesFor('changed')}
  ) select * from messages order by url`);
const write = (...ids: string[]) => database.run(WRITE, [ids]);

test('every different URL of an execution gets one message', async () => {
  const poor = await makeOrganization(database, 0);
  const execution = newExecution(poor, { webhooks: ['http://b.test/', 'http://a.test/', 'http://b.test/'] });
  await executions.insert(execution);
  assert.deepEqual(
    (await write(execution.id)).map(({ url, type }) => [url, type]),
    [
      ['http://a.test/', 'execution.payment_required'],
      ['http://b.test/', 'execution.payment_required'],
    ],
  );
});

test('an intermediate status and an execution without webhooks send no message', async () => {
  const queued = newExecution(owner, { webhooks: ['http://a.test/'] });
  const silent = newExecution(owner, { webhooks: [] });
  for (const execution of [queued, silent]) await executions.insert(execution);
  await executions.cancel(owner.organizationId, silent.id, {
    code: 'canceled',
    message: 'It was canceled.',
    component: null,
  });
  assert.deepEqual(await write(queued.id, silent.id), []);
});

// Characters that JSON escapes, numbers of every kind, and a second input.
const RICH = {
  webhooks: ['http://a.test/?q="1"'],
  labels: { 'quote "': 'line\nbreak, \u0001, ü, 😀, \\' },
  settings: { cut: { strength: 0.1, big: 1e21, list: [1, null, true], nested: { a: {} } } },
  inputs: {
    default: { ...newExecution(owner).inputs.default, name: 'shoe "left".jpg', width: 10, height: 20 },
    '1': { ...newExecution(owner).inputs.default, name: 'logo.png', contentType: 'image/png' },
  },
};
const ERROR = { code: 'component_failed', message: 'It "failed".', component: 'trim' } as const;

const take = async ({ id }: NewExecution): Promise<Claim> =>
  (await queue.claim(lease.worker, 100)).find((claim) => claim.id === id)!;
const complete = async (execution: NewExecution, given: Partial<Completion> = {}) => {
  const claim = await take(execution);
  const resultFileName = 'shoe "left".jpg';
  await queue.complete({ claim, qa: 'off', result: RESULT, trace: TRACE, resultFileName, ...given });
};
const SEVERAL = {
  ...RESULT,
  outputs: [{ ...RESULT, hash: 'b'.repeat(64) as ContentHash, output: 'square' }],
};
const cancel = ({ organizationId, id }: NewExecution) => executions.cancel(organizationId, id, ERROR);
const reviewer = ({ userId }: NewExecution) => ({ userId, evenIfLeased: false });

/** Every way in which an execution that has just been created can reach a status. */
const WAYS: Record<string, (execution: NewExecution) => Promise<unknown>> = {
  CREATED: async () => {},
  ACTIVE: take,
  COMPLETED: complete,
  'COMPLETED with a reused result': (execution) => complete(execution, { reused: true }),
  'COMPLETED with several files': (execution) => complete(execution, { result: SEVERAL }),
  'IN_QA with several files': (execution) => complete(execution, { result: SEVERAL, qa: 'all' }),
  IN_QA: (execution) => complete(execution, { qa: 'all' }),
  FAILED: async (execution) => queue.fail(await take(execution), ERROR, TRACE),
  'FAILED by a cancel': (execution) => cancel(execution),
  'COMPLETED by an approval': async (execution) => {
    await complete(execution, { qa: 'all' });
    await review.approve(execution.organizationId, execution.id, reviewer(execution), {});
  },
  'FAILED by a rejection': async (execution) => {
    await complete(execution, { qa: 'all' });
    await review.reject(execution.organizationId, execution.id, reviewer(execution), {
      reason: 'It "failed".',
    });
  },
  'PAYMENT_REQUIRED by a retry': async (execution) => {
    await cancel(execution);
    await creditsIn(database).withdraw(execution.organizationId, 1, '', execution.userId);
    await executions.retry(execution.organizationId, execution.id);
  },
};

const RECORD = statement<{ record: string }>(
  `select ${recordJson('execution')}::text as record from executions execution where id = $1`,
);
const LAST_MESSAGE = statement<{ body: string; type: string; created_at: Date }>(
  'select body::text, type, created_at from webhook_messages where execution_id = $1 order by created_at desc limit 1',
);

const createRich = async (): Promise<NewExecution> => {
  const execution = newExecution(await makeOrganization(database, 1), RICH);
  await executions.insert(execution);
  return execution;
};

describe('a message contains the record as the API shows it', () => {
  for (const [way, go] of Object.entries(WAYS))
    it(`of an execution that is ${way}`, async () => {
      const created = await createRich();
      await go(created);
      const execution = (await executions.find(created.organizationId, created.id))!;
      assert.equal(execution.status, way.split(' ')[0]);
      const shown = JSON.parse(JSON.stringify(executionRecord(execution, { mayReview: false })));

      const [row] = await database.run(RECORD, [created.id]);
      assert.deepEqual(Object.entries(JSON.parse(row!.record)), Object.entries(shown));

      const type = Object.entries(WEBHOOK_TYPES).find(([status]) => status === execution.status)?.[1];
      if (!type) return;
      const [message] = await database.run(LAST_MESSAGE, [created.id]);
      const expected = { type, timestamp: message!.created_at.toISOString(), data: shown };
      assert.deepEqual(Object.entries(JSON.parse(message!.body)), Object.entries(expected));
    });

  it('for every status', () => {
    assert.deepEqual(new Set(Object.keys(WAYS).map((way) => way.split(' ')[0])), new Set(STATUSES));
  });

  it('without the result while it is under review', async () => {
    const execution = await createRich();
    await complete(execution, { qa: 'all' });
    const found = await executions.find(execution.organizationId, execution.id);
    assert.equal(found?.resultContentHash, RESULT.hash);
    const [message] = await database.run(LAST_MESSAGE, [execution.id]);
    assert.ok(!message!.body.includes(RESULT.hash));
  });
});

test('writing a message wakes a sender, and writing none does not', async () => {
  const heard: string[] = [];
  const poor = await makeOrganization(database, 0);
  const rich = await makeOrganization(database, 2);
  await lease.listen(
    {
      [channelOf('webhooks', lease.number)]: () => heard.push('webhooks'),
      // Other organizations are those of the tests before this one.
      [channelOf('queue', lease.number)]: (organizations) =>
        organizations.includes(rich.organizationId) && heard.push('queue'),
    },
    () => {},
  );
  // Waits until the messages of the tests before this one are announced.
  await executions.insert(newExecution(rich, { webhooks: [] }));
  await until('all earlier messages are announced', 5_000, () => heard.includes('queue'));
  heard.length = 0;
  // Messages are announced in order on one connection, so an announcement of the unpaid execution would come
  // before the one of the queue.
  await executions.insert(newExecution(poor, { webhooks: [] }));
  await executions.insert(newExecution(rich, { webhooks: [] }));
  await until('the queue is announced', 5_000, () => heard.length > 0);
  assert.deepEqual(heard, ['queue']);
  await executions.insert(newExecution(poor, { webhooks: ['http://a.test/', 'http://b.test/'] }));
  await until('the messages are announced', 5_000, () => heard.length > 1);
  assert.deepEqual(heard, ['queue', 'webhooks']);
});
