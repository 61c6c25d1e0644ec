import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHANNELS } from '../../../src/postgres/channels.ts';
import { statement } from '../../../src/postgres/database.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { executionFromRow } from '../../../src/postgres/executions/from-row.ts';
import { listen } from '../../../src/postgres/listen.ts';
import { messagesFor } from '../../../src/postgres/webhooks/messages-for.ts';
import { freshDatabase } from '../../support/database.ts';
import { makeOrganization, newExecution } from '../../support/organization.ts';

const { database, drop } = await freshDatabase();
after(drop);
const executions = executionsIn(database);
const owner = await makeOrganization(database, 100);

const WRITE = statement<{ url: string; type: string; execution: Parameters<typeof executionFromRow>[0] }>(`
  with changed as (select * from executions where id = any ($1::uuid[])), messages as (
    ${messagesFor('changed')} returning url, type, execution
  ) select * from messages order by url`);
const write = (...ids: string[]) => database.run(WRITE, [ids]);

test('every different url of an execution is told once', async () => {
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

test('a status on the way and an execution without webhooks are told to nobody', async () => {
  const queued = newExecution(owner, { webhooks: ['http://a.test/'] });
  const silent = newExecution(owner, { webhooks: [] });
  for (const execution of [queued, silent]) await executions.insert(execution);
  await executions.endAsFailed(owner.organizationId, silent.id, 'cancel', {
    code: 'canceled',
    message: 'It was canceled.',
    component: null,
  });
  assert.deepEqual(await write(queued.id, silent.id), []);
});

test('the execution is kept as it is found later', async () => {
  const execution = newExecution(owner, { webhooks: ['http://a.test/'], labels: { a: 'b' } });
  await executions.insert(execution);
  await executions.endAsFailed(owner.organizationId, execution.id, 'cancel', {
    code: 'canceled',
    message: 'It was canceled.',
    component: null,
  });
  const [message] = await write(execution.id);
  assert.equal(message?.type, 'execution.failed');
  assert.deepEqual(
    executionFromRow(message!.execution),
    await executions.find(owner.organizationId, execution.id),
  );
});

test('writing a message wakes the senders, and writing none does not', async () => {
  const heard: string[] = [];
  const done = Promise.withResolvers<void>();
  const listener = await listen(
    database,
    { [CHANNELS.webhooks]: () => heard.push('woken'), end: () => done.resolve() },
    () => {},
  );
  const poor = await makeOrganization(database, 0);
  await executions.insert(newExecution(poor, { webhooks: [] }));
  await executions.insert(newExecution(poor, { webhooks: ['http://a.test/', 'http://b.test/'] }));
  await database.run(statement("select pg_notify('end', '')"), []);
  await done.promise;
  await listener.close();
  assert.deepEqual(heard, ['woken']);
});
