import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { openGuardedFetch } from '../../../src/egress/guarded-fetch.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { webhookQueue } from '../../../src/postgres/webhooks/webhook-queue.ts';
import { startWebhookLoop } from '../../../src/worker/webhooks/webhook-loop.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { makeOrganization, newExecution } from '../../support/organization.ts';
import { deliveriesOf } from '../../support/webhooks/deliveries-of.ts';
import { startEndpoint } from '../../support/webhooks/webhook-endpoint.ts';

const { database, url, drop } = await freshDatabase();
const egress = openGuardedFetch({ allow: [], allowLoopback: true });
after(async () => {
  await egress.close();
  await drop();
});

/** Ends every connection to the database and lets nobody in, until told otherwise. */
const closeDatabase = async () => {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const client = new pg.Client(address.href);
  await client.connect();
  await client.query(`alter database ${name} allow_connections false`);
  // PostgreSQL's own workers, such as autovacuum, are in the list too, and only a superuser may end them.
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
    [name],
  );
  return async () => {
    await client.query(`alter database ${name} allow_connections true`);
    await client.end();
  };
};

test('a sender survives a database outage, and records afterwards what it sent', async (t) => {
  const troubles: string[] = [];
  const troubled = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<() => void>();
  const endpoint = await startEndpoint((response) => sent.resolve(() => response.end()));
  t.after(endpoint.close);
  const owner = await makeOrganization(database, 0);
  const execution = newExecution(owner, { webhooks: [endpoint.url] });
  await executionsIn(database).insert(execution);
  const queue = webhookQueue(database);
  const failedToRecord = Promise.withResolvers<void>();
  const recorded = Promise.withResolvers<void>();
  const loop = startWebhookLoop({
    egress,
    queue: {
      ...queue,
      record: async (attempts) => {
        await queue.record(attempts).catch((error) => {
          failedToRecord.resolve();
          throw error;
        });
        recorded.resolve();
      },
    },
    report: (problem) => {
      troubles.push(problem);
      troubled.resolve();
    },
  });

  const answer = await sent.promise;
  const openAgain = await closeDatabase();
  loop.wake();
  await troubled.promise;
  answer();
  await failedToRecord.promise;
  await openAgain();
  await recorded.promise;
  await loop.stop();

  assert.equal(endpoint.deliveries.length, 1);
  assert.deepEqual(troubles, [
    'Webhooks are not being sent: their messages cannot be read from the database.',
  ]);
  const [message] = await deliveriesOf(database, execution);
  assert.deepEqual([message?.status, message?.attempts.length], ['delivered', 1]);
});

test('a sender can be stopped during a database outage', async () => {
  const troubled = Promise.withResolvers<void>();
  const openAgain = await closeDatabase();
  const loop = startWebhookLoop({ egress, queue: webhookQueue(database), report: () => troubled.resolve() });
  await troubled.promise;
  await loop.stop();
  await openAgain();
});
