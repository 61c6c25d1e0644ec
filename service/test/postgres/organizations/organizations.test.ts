import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationId, UserId } from '../../../src/domain/ids.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { creditsIn } from '../../../src/postgres/credits.ts';
import { organizationsIn } from '../../../src/postgres/organizations.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { addMember, addUser } from '../../support/studio.ts';

const LIMIT = statement('update organizations set requests_per_minute = $2 where id = $1');

describe('organizations', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
  });
  after(() => fresh.drop());

  test('a new organization has its owner, an empty account and a signing secret', async () => {
    const owner = await addUser(database);
    const organizations = organizationsIn(database);
    const created = await organizations.create('Atelier', owner);
    assert.deepEqual(created.members, [
      { userId: owner, email: `${owner}@example.com`, name: 'Kim', role: 'owner' },
    ]);
    assert.equal(created.name, 'Atelier');
    assert.deepEqual(await organizations.find(created.id), created);
    assert.equal(await creditsIn(database).spendable(created.id), 0);
    const { secret } = (await organizations.webhookSecret(created.id))!;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]+=*$/);
    assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
  });

  test('an organization without an existing owner is not made', async () => {
    const organizations = organizationsIn(database);
    const { total } = await organizations.list(undefined, { limit: 0, offset: 0 });
    const nobody = '00000000-0000-7000-8000-000000000000' as UserId;
    await assert.rejects(organizations.create('Nobody', nobody), { code: 'not_found' });
    assert.equal((await organizations.list(undefined, { limit: 0, offset: 0 })).total, total);
  });

  test('the members are listed from owner to viewer', async () => {
    const organizations = organizationsIn(database);
    const { id } = await organizations.create('Atelier', await addUser(database));
    await addMember(database, id, 'viewer');
    await addMember(database, id, 'admin');
    const found = await organizations.find(id);
    assert.deepEqual(
      found?.members.map(({ role }) => role),
      ['owner', 'admin', 'viewer'],
    );
  });

  test('a list has the newest first, only those asked for, and an exact total', async () => {
    const organizations = organizationsIn(database);
    const owner = await addUser(database);
    const made = [];
    for (const name of ['a', 'b', 'c']) made.unshift(await organizations.create(name, owner));
    const ids = made.map(({ id }) => id);
    assert.deepEqual(await organizations.list(ids, { limit: 50, offset: 0 }), { entries: made, total: 3 });
    assert.deepEqual(await organizations.list(ids.slice(1), { limit: 1, offset: 1 }), {
      entries: [made[2]],
      total: 2,
    });
    assert.deepEqual(await organizations.list(ids, { limit: 0, offset: 0 }), { entries: [], total: 3 });
    assert.deepEqual(await organizations.list([], { limit: 50, offset: 0 }), { entries: [], total: 0 });
    const everything = await organizations.list(undefined, { limit: 2, offset: 0 });
    assert.deepEqual(everything.entries, made.slice(0, 2));
    assert.ok(everything.total >= 3);
  });

  test('an unknown organization is not found by any query', async () => {
    const organizations = organizationsIn(database);
    const nowhere = '00000000-0000-7000-8000-000000000000' as OrganizationId;
    assert.equal(await organizations.exists(nowhere), false);
    assert.equal(await organizations.find(nowhere), undefined);
    assert.equal(await organizations.webhookSecret(nowhere), undefined);
    assert.equal(await organizations.requestsPerMinute(nowhere), undefined);
  });

  test('an organization may have a limit of its own', async () => {
    const organizations = organizationsIn(database);
    const { id } = await organizations.create('Atelier', await addUser(database));
    assert.equal(await organizations.requestsPerMinute(id), undefined);
    assert.equal(await organizations.exists(id), true);
    await database.run(LIMIT, [id, 600]);
    assert.equal(await organizationsIn(database).requestsPerMinute(id), 600);
  });
});
