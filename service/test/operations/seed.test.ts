import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { secretHash } from '../../src/domain/people/secret-hash.ts';
import { seed } from '../../src/operations/installation/seed.ts';
import { auditLogIn } from '../../src/postgres/audit-log.ts';
import { booksIn } from '../../src/postgres/books.ts';
import { type Database, openDatabase, statement } from '../../src/postgres/connection/database.ts';
import { creditsIn } from '../../src/postgres/credits.ts';
import { organizationsIn } from '../../src/postgres/organizations.ts';
import { apiKeysIn } from '../../src/postgres/people/api-keys.ts';
import { firstStartIn } from '../../src/postgres/people/users.ts';
import { workflowsIn } from '../../src/postgres/workflows.ts';
import { freshDatabase } from '../support/database/database.ts';

const USERS = statement<{ email: string; hash: string; platformAdministrator: boolean }>(`
  select email, password_hash as hash, platform_administrator as "platformAdministrator" from users`);

describe('the first start', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let database: Database;
  let dataDir: string;
  beforeEach(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
    dataDir = await mkdtemp(join(tmpdir(), 'darkroom-seed-'));
  });
  afterEach(async () => {
    await fresh.drop();
    await rm(dataDir, { recursive: true });
  });

  const start = (settings: { adminPassword?: string; apiKey?: string } = {}, on = database) =>
    seed({ firstStart: firstStartIn(on) }, { adminEmail: 'ann@example.com', dataDir, ...settings });
  const principal = (key: string) => apiKeysIn(database).authenticate(secretHash(key));

  test('makes an administrator, an organization with credits, and workflows to begin with', async () => {
    const { organizationId, packshotWorkflowId, adminEmail } = await start();
    assert.equal(adminEmail, 'ann@example.com');
    const organization = await organizationsIn(database).find(organizationId);
    assert.equal(organization?.name, 'Studio');
    assert.deepEqual(
      organization?.members.map(({ email, role }) => [email, role]),
      [['ann@example.com', 'owner']],
    );
    assert.equal(await creditsIn(database).spendable(organizationId), 10_000);
    assert.deepEqual(await booksIn(database).findContradictions(), []);
    const { entries, total } = await workflowsIn(database).list(organizationId, { limit: 50, offset: 0 });
    assert.deepEqual(
      entries.map(({ name }) => name),
      [
        'Packshot on white',
        'Ghost on transparent',
        'Social 4:5',
        'Web resize',
        'Logo overlay',
        'Watermark proof',
        'Pass-through',
      ],
    );
    assert.equal(total, 7);
    assert.equal(entries[0]?.id, packshotWorkflowId);
    for (const { qa, priceInCredits } of entries) {
      assert.equal(qa, 'off');
      assert.ok(priceInCredits >= 10);
    }
    assert.deepEqual(Object.keys(entries[4]!.inputs).toSorted(), ['1', 'default']);
    assert.ok(entries[4]!.inputs['1']?.required);
  });

  test("the first key has the administrator's rights and is kept for its owner's eyes only", async () => {
    const { apiKey, organizationId } = await start();
    assert.match(apiKey, /^[\x21-\x7e]{32,}$/);
    const who = await principal(apiKey);
    assert.equal(who?.platformAdministrator, true);
    assert.equal(who?.organizationId, organizationId);
    assert.equal(await readFile(join(dataDir, 'api-key'), 'utf8'), apiKey);
    assert.equal((await stat(join(dataDir, 'api-key'))).mode & 0o777, 0o600);
  });

  test('a later start makes nothing new and shows the same key, but no password', async () => {
    const { adminPassword, ...first } = await start();
    assert.ok(adminPassword);
    const later = await start({ adminPassword: 'another-one' });
    assert.deepEqual(later, { ...first, mayShowApiKey: false });
    assert.equal((await database.run(USERS, [])).length, 1);
    assert.equal((await organizationsIn(database).list(undefined, { limit: 0, offset: 0 })).total, 1);
    assert.equal((await apiKeysIn(database).list(first.organizationId, { limit: 0, offset: 0 })).total, 1);
  });

  test('only an argon2id hash of the password is stored', async () => {
    const { adminPassword } = await start();
    const [user] = await database.run(USERS, []);
    const [, algorithm, version, cost, salt, tag] = user!.hash.split('$');
    assert.deepEqual([algorithm, version, cost], ['argon2id', 'v=19', 'm=19456,t=2,p=1']);
    const expected = argon2Sync('argon2id', {
      message: adminPassword!,
      nonce: Buffer.from(salt!, 'base64'),
      parallelism: 1,
      memory: 19_456,
      passes: 2,
      tagLength: 32,
    });
    assert.deepEqual(Buffer.from(tag!, 'base64'), expected);
    assert.equal(user!.platformAdministrator, true);
  });

  test('a password from the settings is not shown', async () => {
    const seeded = await start({ adminPassword: 'from-the-settings' });
    assert.equal(Object.hasOwn(seeded, 'adminPassword'), false);
  });

  test('a key from the settings is used as it is and not kept in the data folder', async () => {
    const apiKey = 'k'.repeat(32);
    const seeded = await start({ apiKey });
    assert.deepEqual([seeded.apiKey, seeded.mayShowApiKey], [apiKey, false]);
    assert.equal((await principal(apiKey))?.platformAdministrator, true);
    await assert.rejects(stat(join(dataDir, 'api-key')), { code: 'ENOENT' });
  });

  test('a new key in the settings revokes the previous one, whether it was set or generated', async () => {
    const { apiKey: generated, organizationId } = await start();
    const [first, second] = ['n'.repeat(40), 'm'.repeat(40)];
    assert.equal((await start({ apiKey: first })).apiKey, first);
    assert.equal(await principal(generated), undefined);
    await start({ apiKey: first });
    assert.ok(await principal(first));
    await start({ apiKey: second });
    assert.equal(await principal(first), undefined);
    assert.ok(await principal(second));
    const { entries } = await auditLogIn(database).list(organizationId, { limit: 50, offset: 0 });
    assert.equal(entries.filter(({ action }) => action === 'key.revoke').length, 2);
  });

  test('a start without the key that the settings had before revokes that key, and stores a new one', async () => {
    const { apiKey: generated } = await start();
    const named = 'n'.repeat(40);
    await start({ apiKey: named });
    const { apiKey } = await start();
    assert.notEqual(apiKey, generated);
    assert.ok(await principal(apiKey));
    assert.equal(await principal(named), undefined);
    assert.equal(await readFile(join(dataDir, 'api-key'), 'utf8'), apiKey);
    assert.equal((await start()).apiKey, apiKey);
  });

  test('a start with a revoked key reports it, and revokes no other', async () => {
    const [first, second] = ['n'.repeat(40), 'm'.repeat(40)];
    await start({ apiKey: first });
    assert.equal((await start({ apiKey: second })).isApiKeyRevoked, false);
    assert.equal((await start({ apiKey: first })).isApiKeyRevoked, true);
    assert.ok(await principal(second));
  });

  test('only a key that was generated at this very start may be shown', async () => {
    assert.equal((await start()).mayShowApiKey, true);
    assert.equal((await start()).mayShowApiKey, false);
    await rm(join(dataDir, 'api-key'));
    assert.equal((await start()).mayShowApiKey, false);
  });

  test('a revoked key stays revoked however often the settings name it', async () => {
    const apiKey = 'r'.repeat(32);
    const { organizationId } = await start({ apiKey });
    const keys = apiKeysIn(database);
    const { entries } = await keys.list(organizationId, { limit: 1, offset: 0 });
    await keys.revoke(organizationId, entries[0]!.id);
    await start({ apiKey });
    assert.equal(await principal(apiKey), undefined);
  });

  test('a lost key file is replaced by a new key', async () => {
    const { apiKey: lost } = await start();
    await rm(join(dataDir, 'api-key'));
    const { apiKey } = await start();
    assert.notEqual(apiKey, lost);
    assert.ok(await principal(apiKey));
  });

  test('a key file that holds no key stops the start with a sentence', async () => {
    await writeFile(join(dataDir, 'api-key'), 'short');
    await assert.rejects(start(), /api-key contains no API key\. Remove it/);
    assert.deepEqual(await database.run(USERS, []), []);
  });

  test('processes that start at the same time make everything once', async () => {
    const others = Array.from({ length: 3 }, () => openDatabase(fresh.url, { connections: 1 }));
    try {
      const seeded = await Promise.all(others.map((other) => start({}, other)));
      assert.equal(new Set(seeded.map(({ apiKey }) => apiKey)).size, 1);
      assert.equal(new Set(seeded.map(({ organizationId }) => organizationId)).size, 1);
      assert.equal(seeded.filter(({ adminPassword }) => adminPassword).length, 1);
      assert.equal((await database.run(USERS, [])).length, 1);
      const { total } = await organizationsIn(database).list(undefined, { limit: 0, offset: 0 });
      assert.equal(total, 1);
    } finally {
      await Promise.all(others.map((other) => other.close()));
    }
  });
});
