import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrganizationId, UserId } from '../../src/domain/ids.ts';
import type { Role } from '../../src/domain/people/rights.ts';
import { secretHash } from '../../src/domain/people/secret-hash.ts';
import { type Database, type Run, statement } from '../../src/postgres/connection/database.ts';
import { administratorsIn } from '../../src/postgres/people/administrators.ts';
import { identitiesIn } from '../../src/postgres/people/identities.ts';
import { accept, acceptAsNew } from '../../src/postgres/people/invitations.ts';
import { membersIn } from '../../src/postgres/people/members.ts';
import { redeem } from '../../src/postgres/people/password-resets.ts';
import { untilALockIsWaitedFor } from '../support/database/until-a-lock-is-waited-for.ts';
import { type Browser, openBrowser } from '../support/people/browser.ts';
import { testService } from '../support/people/identity-service.ts';
import { administrator, join, newOrganization, PASSWORD, signedIn } from '../support/people/people.ts';

// This file is long on purpose: it has every way in which a link ends, and the cast of people that all of them need.

const service = testService({ DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000' });
const NEW_PASSWORD = 'set by a kept link';
const NO_HASH = 'not a hash: nobody signs in with it';

/** An organization with an owner, an admin who makes links, and a viewer whom the links are for. */
const setUp = async () => {
  const platform = await administrator(service);
  const organizationId = await newOrganization(platform, 'Studio of a test');
  const owner = await join(service, platform, organizationId, 'owner');
  const maker = await join(service, owner.browser, organizationId, 'admin');
  const subject = await join(service, owner.browser, organizationId, 'viewer');
  const path = `/v1/organization/${organizationId}`;
  return { platform, organizationId, owner, maker, subject, path };
};
type Setup = Awaited<ReturnType<typeof setUp>>;

const tokenOf = ({ body }: { body: Record<string, unknown> }) => String(body['url']).split('/').at(-1)!;
let invited = 0;
const invite = async (by: Browser, path: string, email = `invited-${++invited}@example.com`) => {
  const made = await by.post(`${path}/invitations`, { email, role: 'viewer' });
  assert.equal(made.status, 201, made.text);
  return { token: tokenOf(made), email };
};
const reset = async (by: Browser, { path, subject }: Setup) => {
  const made = await by.post(`${path}/members/${subject.userId}/password-reset`);
  assert.equal(made.status, 201, made.text);
  return tokenOf(made);
};

const acceptInvitation = (token: string) =>
  openBrowser(service.base).post(`/v1/invitation/${token}`, { name: 'Any', password: PASSWORD });
const PASSWORD_HASH = statement<{ hash: string }>('select password_hash as hash from users where id = $1');
const accountOf = async (id: UserId) => ({
  id,
  passwordHash: (await service.foundation.database.run(PASSWORD_HASH, [id]))[0]!.hash,
});
const redeemReset = (token: string) =>
  openBrowser(service.base).post(`/v1/password-reset/${token}`, { password: NEW_PASSWORD });

/** Checks that neither the page nor the button of a link works any more. */
const assertVoid = async (kind: 'invitation' | 'password-reset', token: string) => {
  const seen = await openBrowser(service.base).get(`/v1/${kind}/${token}`);
  assert.equal(seen.status, 404, seen.text);
  const used = await (kind === 'invitation' ? acceptInvitation(token) : redeemReset(token));
  assert.equal(used.status, 404, used.text);
  assert.match(String(used.body['message']), /Ask for a new one\.$/);
};

const auditLines = async ({ owner, path }: Pick<Setup, 'owner' | 'path'>, action: string) => {
  const { body } = await owner.browser.get(`${path}/audit-log?limit=1000`);
  return (body['entries'] as Record<string, unknown>[])
    .filter((entry) => entry['action'] === action)
    .map(({ subject, detail }) => ({ subject, detail }));
};

const changeRole = async ({ owner, path }: Setup, userId: UserId, role: Role) =>
  assert.equal((await owner.browser.put(`${path}/members/${userId}`, { role })).status, 204);

describe('A change of rights voids open links', () => {
  test('a reset link made for a viewer ends when that person gets another role', async () => {
    const setup = await setUp();
    const { maker, subject } = setup;
    const token = await reset(maker.browser, setup);
    await changeRole(setup, subject.userId, 'owner');
    await assertVoid('password-reset', token);
    await changeRole(setup, subject.userId, 'viewer');
    await assertVoid('password-reset', token);
    assert.equal((await openBrowser(service.base).signIn(subject.email, PASSWORD)).status, 200);
    assert.deepEqual(await auditLines(setup, 'password-reset.void'), [
      { subject: subject.userId, detail: { email: subject.email, rightsChangedOf: subject.email } },
    ]);
  });

  test('a reset link ends when the person joins another organization', async () => {
    const setup = await setUp();
    const elsewhere = await newOrganization(setup.platform, 'Elsewhere');
    const token = await reset(setup.maker.browser, setup);
    const invitation = await invite(setup.platform, `/v1/organization/${elsewhere}`, setup.subject.email);
    assert.equal((await acceptInvitation(invitation.token)).status, 200);
    await assertVoid('password-reset', token);
    assert.equal((await auditLines(setup, 'password-reset.void')).length, 1);
  });

  test('a reset link ends when the person becomes a platform administrator', async () => {
    const setup = await setUp();
    const token = await reset(setup.platform, setup);
    const administrators = administratorsIn(service.foundation.database);
    assert.equal(await administrators.add(setup.subject.email), 'changed');
    await assertVoid('password-reset', token);
    assert.equal(await administrators.remove(setup.subject.email), 'changed');
    await assertVoid('password-reset', token);
  });

  test('an invitation and a reset link end with the removal of the admin who made them', async () => {
    const setup = await setUp();
    const { owner, maker, subject, path } = setup;
    const invitation = await invite(maker.browser, path);
    const token = await reset(maker.browser, setup);
    assert.equal((await owner.browser.delete(`${path}/members/${maker.userId}`)).status, 204);
    await assertVoid('invitation', invitation.token);
    await assertVoid('password-reset', token);
    assert.equal((await owner.browser.get(`${path}/invitations`)).body['total'], 0);
    assert.deepEqual(await auditLines(setup, 'invitation.void'), [
      { subject: invitation.email, detail: { role: 'viewer', rightsChangedOf: maker.email } },
    ]);
    assert.deepEqual(await auditLines(setup, 'password-reset.void'), [
      { subject: subject.userId, detail: { email: subject.email, rightsChangedOf: maker.email } },
    ]);
  });

  test('an invitation and a reset link end when the admin who made them gets a weaker role', async () => {
    const setup = await setUp();
    const invitation = await invite(setup.maker.browser, setup.path);
    const token = await reset(setup.maker.browser, setup);
    await changeRole(setup, setup.maker.userId, 'operator');
    await assertVoid('invitation', invitation.token);
    await assertVoid('password-reset', token);
  });

  test('the links of a platform administrator end with that administration', async () => {
    const setup = await setUp();
    const { platform, path } = setup;
    const kim = await join(service, platform, await newOrganization(platform, 'Elsewhere'), 'viewer');
    const administrators = administratorsIn(service.foundation.database);
    await administrators.add(kim.email);
    const other = await signedIn(service, kim.userId);
    const invitation = await invite(other, path);
    const token = await reset(other, setup);
    await administrators.remove(kim.email);
    await assertVoid('invitation', invitation.token);
    await assertVoid('password-reset', token);
    assert.equal((await auditLines(setup, 'invitation.void')).length, 1);
    assert.equal((await auditLines(setup, 'password-reset.void')).length, 1);
  });

  test('links of others, and links that were used, are not voided', async () => {
    const setup = await setUp();
    const { owner, maker, path } = setup;
    const used = await invite(maker.browser, path);
    assert.equal((await acceptInvitation(used.token)).status, 200);
    const open = await invite(owner.browser, path);
    const token = await reset(owner.browser, setup);
    await changeRole(setup, maker.userId, 'viewer');
    assert.deepEqual(await auditLines(setup, 'invitation.void'), []);
    assert.deepEqual(await auditLines(setup, 'password-reset.void'), []);
    assert.equal((await acceptInvitation(open.token)).status, 200);
    assert.equal((await redeemReset(token)).status, 204);
  });
});

/** Changes rights without the triggers that void links, so that only the check of the redeeming statement is left. */
const withoutTriggers = (change: string, values: unknown[]) =>
  service.foundation.database.transaction(async (run) => {
    const switchTriggers = async (state: 'disable' | 'enable') => {
      for (const table of ['memberships', 'users'])
        await run(statement(`alter table ${table} ${state} trigger user`), []);
    };
    await switchTriggers('disable');
    await run(statement(change), values);
    await switchTriggers('enable');
  });
const REMOVE = 'delete from memberships where user_id = $1';
const DEMOTE = `update memberships set role = 'operator' where user_id = $1`;

describe('Every statement that redeems a link checks the current rights itself', () => {
  for (const [name, change] of Object.entries({ removed: REMOVE, 'made an operator': DEMOTE }))
    test(`links of an admin who was ${name} are refused`, async () => {
      const setup = await setUp();
      const { maker, path, platform } = setup;
      const fresh = await invite(maker.browser, path);
      const elsewhere = await newOrganization(platform, 'Elsewhere');
      const known = await join(service, platform, elsewhere, 'viewer');
      const forKnown = await invite(maker.browser, path, known.email);
      const token = await reset(maker.browser, setup);
      await withoutTriggers(change, [maker.userId]);
      await assertVoid('password-reset', token);
      for (const one of [fresh, forKnown]) await assertVoid('invitation', one.token);
      const { database } = service.foundation;
      assert.equal(await redeem(database)(secretHash(token), NO_HASH, false), undefined);
      assert.equal(await accept(database)(secretHash(forKnown.token), await accountOf(known.userId)), 'over');
      assert.equal(await acceptAsNew(database)(secretHash(fresh.token), 'Any', NO_HASH), undefined);
      const signIn = (verifiedEmail: string) =>
        identitiesIn(database).signIn({
          issuer: 'https://provider.test',
          subject: verifiedEmail,
          verifiedEmail,
          name: undefined,
        });
      assert.equal(await signIn(fresh.email), undefined);
      assert.equal((await signIn(known.email))?.userId, known.userId);
      const { body } = await setup.owner.browser.get(`${path}/members`);
      assert.ok(!JSON.stringify(body).includes(known.email));
    });

  for (const [name, change] of Object.entries({
    'has become owner': `update memberships set role = 'owner' where user_id = $1`,
    'is no longer a member': REMOVE,
    'has become a platform administrator': 'update users set platform_administrator = true where id = $1',
    'has joined another organization': `insert into memberships
      select id, $1, 'viewer' from organizations where name = 'Studio'`,
  }))
    test(`a reset link made by an admin is refused for someone who ${name}`, async () => {
      const setup = await setUp();
      const token = await reset(setup.maker.browser, setup);
      await withoutTriggers(change, [setup.subject.userId]);
      await assertVoid('password-reset', token);
      assert.equal(await redeem(service.foundation.database)(secretHash(token), NO_HASH, false), undefined);
      await withoutTriggers('update users set platform_administrator = false where id = $1', [
        setup.subject.userId,
      ]);
    });
});

/** Runs `first`. Before `first` is committed, begins `second`, which waits for it. */
const before = async <First, Second>(
  first: (within: Pick<Database, 'transaction'>, run: Run) => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> => {
  let later: Promise<Second> | undefined;
  const done = await service.foundation.database.transaction(async (run) => {
    const result = await first({ transaction: (work) => work(run) }, run);
    later = second();
    await untilALockIsWaitedFor(run);
    return result;
  });
  return [done, (await later)!];
};
const demoteIn =
  (organizationId: OrganizationId, userId: UserId, by: UserId, role: Role) =>
  (within: Pick<Database, 'transaction'>) =>
    membersIn({ ...service.foundation.database, ...within }).locked(organizationId, (members) =>
      members.setRole(userId, role, by),
    );

describe('A link that is used while rights change', () => {
  test('an invitation is refused when its creator’s role changes first', async () => {
    const { organizationId, maker, owner, path } = await setUp();
    const invitation = await invite(maker.browser, path);
    const change = demoteIn(organizationId, maker.userId, owner.userId, 'viewer');
    const [, accepted] = await before(change, () => acceptInvitation(invitation.token));
    assert.equal(accepted.status, 404);
    assert.equal((await owner.browser.get(`${path}/members`)).body['total'], 4);
  });

  test('an invitation that is accepted first stays accepted when its creator’s role changes', async () => {
    const setup = await setUp();
    const { maker, owner, path, platform } = setup;
    const known = await join(service, platform, await newOrganization(platform, 'Elsewhere'), 'viewer');
    const { token } = await invite(maker.browser, path, known.email);
    const [accepted] = await before(
      async (within) => accept(within)(secretHash(token), await accountOf(known.userId)),
      () => changeRole(setup, maker.userId, 'viewer'),
    );
    assert.equal(accepted, 'accepted');
    assert.equal((await owner.browser.get(`${path}/members`)).body['total'], 5);
    assert.deepEqual(await auditLines(setup, 'invitation.void'), []);
  });

  /** Changes a password as a reset does, to a hash that matches no password. */
  const changePassword = (run: Run, userId: UserId) =>
    run(statement('update users set password_hash = $2 where id = $1'), [userId, NO_HASH]);

  test('an invitation is not accepted with a password that changes first, and stays open', async () => {
    const { maker, owner, path, platform } = await setUp();
    const known = await join(service, platform, await newOrganization(platform, 'Elsewhere'), 'viewer');
    const { token } = await invite(maker.browser, path, known.email);
    const [, accepted] = await before(
      (_within, run) => changePassword(run, known.userId),
      () => acceptInvitation(token),
    );
    assert.equal(accepted.status, 401, accepted.text);
    assert.equal((await owner.browser.get(`${path}/members`)).body['total'], 4);
    assert.equal((await openBrowser(service.base).get(`/v1/invitation/${token}`)).status, 200);
  });

  test('no session begins when the password changes after the invitation was accepted', async () => {
    const { maker, owner, path, platform } = await setUp();
    const known = await join(service, platform, await newOrganization(platform, 'Elsewhere'), 'viewer');
    const { token } = await invite(maker.browser, path, known.email);
    // The lock stops the request after the invitation is accepted: only the start of the session writes to this
    // table.
    const LOCK_SESSIONS = statement('lock table sessions in exclusive mode');
    let request: ReturnType<typeof acceptInvitation> | undefined;
    await service.foundation.database.transaction(async (run) => {
      await run(LOCK_SESSIONS, []);
      request = acceptInvitation(token);
      await untilALockIsWaitedFor(run);
      await changePassword(run, known.userId);
    });
    const refused = await request!;
    assert.equal(refused.status, 401, refused.text);
    assert.equal((await owner.browser.get(`${path}/members`)).body['total'], 5);
  });

  test('a reset link is refused when the person’s role changes first', async () => {
    const setup = await setUp();
    const { organizationId, maker, owner, subject } = setup;
    const token = await reset(maker.browser, setup);
    const change = demoteIn(organizationId, subject.userId, owner.userId, 'owner');
    const [, redeemed] = await before(change, () => redeemReset(token));
    assert.equal(redeemed.status, 404);
    assert.equal((await openBrowser(service.base).signIn(subject.email, PASSWORD)).status, 200);
  });

  test('a reset link that is used first sets the password, although the role changes after it', async () => {
    const setup = await setUp();
    const token = await reset(setup.maker.browser, setup);
    const [redeemed] = await before(
      (within) => redeem(within)(secretHash(token), NO_HASH, false),
      () => changeRole(setup, setup.subject.userId, 'owner'),
    );
    assert.equal(redeemed, setup.subject.userId);
    assert.deepEqual(await auditLines(setup, 'password-reset.void'), []);
  });

  test('a reset link is refused when its creator stops administering the platform first', async () => {
    const setup = await setUp();
    const { platform } = setup;
    const kim = await join(service, platform, await newOrganization(platform, 'Elsewhere'), 'viewer');
    const { database } = service.foundation;
    await administratorsIn(database).add(kim.email);
    const other = await signedIn(service, kim.userId);
    const token = await reset(other, setup);
    const [change, redeemed] = await before(
      (_within, run) => administratorsIn({ ...database, run }).remove(kim.email),
      () => redeemReset(token),
    );
    assert.deepEqual([change, redeemed.status], ['changed', 404]);
  });
});
