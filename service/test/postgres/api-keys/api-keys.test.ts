import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiKeyId, OrganizationId, UserId } from '../../../src/domain/ids.ts';
import type { Role } from '../../../src/domain/people/rights.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { addAdministratorKey, apiKeysIn } from '../../../src/postgres/people/api-keys.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { addMember, openStudio } from '../../support/studio.ts';

const LEAVE = statement('delete from memberships where user_id = $1');
const CHANGE_ROLE = statement('update memberships set role = $2 where user_id = $1');
const APPOINT = statement('update users set platform_administrator = $2 where id = $1');
const LAST_USE = statement<{ at: Date | null }>('select last_used_at as at from api_keys where id = $1');
const USED_LONG_AGO = statement(
  "update api_keys set last_used_at = now() - $2 * interval '1 second' where id = $1",
);

describe('API keys', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
  });
  after(() => fresh.drop());

  const keyFor = async (
    organizationId: OrganizationId,
    userId: UserId,
    { role = 'owner', expiresAt = null }: { role?: Role; expiresAt?: Date | null } = {},
  ) => {
    const secretHash = randomBytes(32);
    const key = await apiKeysIn(database).create({
      organizationId,
      userId,
      name: 'Shop',
      role,
      expiresAt,
      secretHash,
    });
    return { ...key!, secretHash };
  };
  const authenticate = (secretHash: Buffer) => apiKeysIn(database).authenticate(secretHash);
  const roleOf = async (secretHash: Buffer, organizationId: OrganizationId) =>
    (await authenticate(secretHash))?.roles.get(organizationId);

  test('a key acts for its user in its own organization', async () => {
    const { organizationId, userId } = await openStudio(database);
    const key = await keyFor(organizationId, userId, { role: 'operator' });
    assert.deepEqual(await authenticate(key.secretHash), {
      userId,
      credentialId: key.id,
      apiKey: key.id,
      organizationId,
      roles: new Map([[organizationId, 'operator']]),
      platformAdministrator: false,
    });
  });

  test('an unknown or expired key authenticates nobody', async () => {
    const { organizationId, userId } = await openStudio(database);
    const expired = await keyFor(organizationId, userId, { expiresAt: new Date(Date.now() - 1) });
    const valid = await keyFor(organizationId, userId, { expiresAt: new Date(Date.now() + 60_000) });
    assert.equal(await authenticate(randomBytes(32)), undefined);
    assert.equal(await authenticate(expired.secretHash), undefined);
    assert.ok(await authenticate(valid.secretHash));
  });

  test('a revoked key authenticates nobody', async () => {
    const { organizationId, userId } = await openStudio(database);
    const key = await keyFor(organizationId, userId);
    const keys = apiKeysIn(database);
    assert.ok(await keys.authenticate(key.secretHash));
    await keys.revoke(organizationId, key.id);
    assert.equal(await keys.authenticate(key.secretHash), undefined);
  });

  test('a key is revoked once, and only by its own organization', async () => {
    const { organizationId, userId } = await openStudio(database);
    const other = await openStudio(database);
    const key = await keyFor(organizationId, userId);
    const keys = apiKeysIn(database);
    assert.equal(await keys.revoke(other.organizationId, key.id), false);
    assert.equal(await keys.revoke(organizationId, key.id), true);
    assert.equal(await keys.revoke(organizationId, key.id), false);
  });

  test('the keys of a removed member stop working', async () => {
    const { organizationId } = await openStudio(database);
    const member = await addMember(database, organizationId, 'operator');
    const key = await keyFor(organizationId, member, { role: 'operator' });
    assert.ok(await authenticate(key.secretHash));
    await database.run(LEAVE, [member]);
    assert.equal(await authenticate(key.secretHash), undefined);
  });

  test("a key never exceeds its member's present role, nor its own", async () => {
    const { organizationId } = await openStudio(database);
    const member = await addMember(database, organizationId, 'owner');
    const admin = await keyFor(organizationId, member, { role: 'admin' });
    const operator = await keyFor(organizationId, member, { role: 'operator' });
    assert.equal(await roleOf(admin.secretHash, organizationId), 'admin');
    await database.run(CHANGE_ROLE, [member, 'reviewer']);
    assert.equal(await roleOf(admin.secretHash, organizationId), 'reviewer');
    assert.equal(await roleOf(operator.secretHash, organizationId), 'viewer');
  });

  test("an administrator's key is an owner's everywhere, as long as its user is an administrator", async () => {
    const { organizationId, userId } = await openStudio(database);
    const secretHash = randomBytes(32);
    await database.run(APPOINT, [userId, true]);
    await addAdministratorKey(database.run)({ organizationId, userId, name: 'First', secretHash }, []);
    assert.equal((await authenticate(secretHash))?.platformAdministrator, true);
    await database.run(LEAVE, [userId]);
    assert.equal(await roleOf(secretHash, organizationId), 'owner');
    await database.run(APPOINT, [userId, false]);
    assert.equal(await authenticate(secretHash), undefined);
  });

  test("an ordinary key of an administrator does not become an administrator's key", async () => {
    const { organizationId, userId } = await openStudio(database);
    await database.run(APPOINT, [userId, true]);
    const key = await keyFor(organizationId, userId, { role: 'viewer' });
    const principal = await authenticate(key.secretHash);
    assert.equal(principal?.platformAdministrator, false);
    assert.equal(principal?.roles.get(organizationId), 'viewer');
  });

  test('a key that an administrator makes for an organization of others works there, with its own role', async () => {
    const { organizationId, userId } = await openStudio(database);
    await database.run(APPOINT, [userId, true]);
    await database.run(LEAVE, [userId]);
    const key = await keyFor(organizationId, userId, { role: 'admin' });
    assert.equal(await roleOf(key.secretHash, organizationId), 'admin');
    assert.equal((await authenticate(key.secretHash))?.platformAdministrator, false);
    await database.run(APPOINT, [userId, false]);
    assert.equal(await authenticate(key.secretHash), undefined);
  });

  const lastUse = async (id: ApiKeyId) => (await database.run(LAST_USE, [id]))[0]?.at?.getTime();
  const useAndSettle = async (secretHash: Buffer) => {
    const notes: Promise<unknown>[] = [];
    const watched: Database = {
      ...database,
      run: (statement, values) => {
        const rows = database.run(statement, values);
        notes.push(rows);
        return rows;
      },
    };
    await apiKeysIn(watched).authenticate(secretHash);
    await Promise.all(notes);
  };

  test('a use is noted at most once a minute', async () => {
    const { organizationId, userId } = await openStudio(database);
    const key = await keyFor(organizationId, userId);
    assert.equal(key.lastUsedAt, null);
    await useAndSettle(key.secretHash);
    assert.ok(await lastUse(key.id));
    await database.run(USED_LONG_AGO, [key.id, 50]);
    const recent = await lastUse(key.id);
    await useAndSettle(key.secretHash);
    assert.equal(await lastUse(key.id), recent);
    await database.run(USED_LONG_AGO, [key.id, 70]);
    const old = await lastUse(key.id);
    await useAndSettle(key.secretHash);
    assert.ok((await lastUse(key.id))! > old! + 60_000);
  });

  test('a use that cannot be recorded does not fail the request', async () => {
    const { organizationId, userId } = await openStudio(database);
    const key = await keyFor(organizationId, userId);
    const noNotes: Database = {
      ...database,
      run: (statement, values) =>
        values[0] === key.id ? Promise.reject(new Error('no room')) : database.run(statement, values),
    };
    assert.ok(await apiKeysIn(noNotes).authenticate(key.secretHash));
    await pause(0);
  });

  test('the list has the newest first, without revoked keys, and its total is exact', async () => {
    const { organizationId, userId } = await openStudio(database);
    const other = await openStudio(database);
    await keyFor(other.organizationId, other.userId);
    const [first, second, third] = [
      await keyFor(organizationId, userId),
      await keyFor(organizationId, userId),
      await keyFor(organizationId, userId),
    ];
    const keys = apiKeysIn(database);
    await keys.revoke(organizationId, second.id);
    const { secretHash: _, ...listedThird } = third;
    assert.deepEqual(await keys.list(organizationId, { limit: 1, offset: 0 }), {
      entries: [listedThird],
      total: 2,
    });
    const rest = await keys.list(organizationId, { limit: 50, offset: 1 });
    assert.deepEqual([rest.entries.map((key) => key.id), rest.total], [[first.id], 2]);
    assert.deepEqual(await keys.list(organizationId, { limit: 0, offset: 0 }), { entries: [], total: 2 });
  });
});
