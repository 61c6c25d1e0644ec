import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openDatabase } from '../../../src/postgres/connection/database.ts';
import { refusePooler } from '../../../src/postgres/connection/refuse-pooler.ts';
import { StartError } from '../../../src/postgres/connection/start-error.ts';
import { openDatabaseProxy } from '../../faults/support/database-proxy.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';
import { openTransactionPooler } from '../../support/database/transaction-pooler.ts';

let fresh: FreshDatabase;
before(async () => {
  fresh = await freshDatabase({ connections: 1 });
});
after(() => fresh.drop());

it('refuses a pooler whose clients share a connection to the server, in one sentence', async () => {
  const pooler = await openTransactionPooler(fresh.url);
  const database = openDatabase(pooler.url, { connections: 1 });
  await assert.rejects(
    refusePooler(database),
    (error) => error instanceof StartError && /pooler in transaction or statement mode/.test(error.message),
  );
  await database.close();
  await pooler.close();
});

it('accepts a pooler that gives each client a connection of its own', async () => {
  const proxy = await openDatabaseProxy(fresh.url);
  const database = openDatabase(proxy.url, { connections: 1 });
  await refusePooler(database);
  await database.close();
  await proxy.close();
});
