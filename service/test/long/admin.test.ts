import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import type { AdministratorChange } from '../../src/ports/people/people.ts';
import { administratorsIn, change } from '../../src/postgres/people/administrators.ts';
import { untilALockIsWaitedFor } from '../support/database/until-a-lock-is-waited-for.ts';
import { MAIN } from '../support/main-file.ts';
import { ADMIN } from '../support/people/browser.ts';
import { testService } from '../support/people/identity-service.ts';
import { administrator, join, newOrganization } from '../support/people/people.ts';

const service = testService();

/** The command as an operator types it, beside a service that runs. */
const darkroomAdmin = (...args: string[]) =>
  new Promise<{ code: number; out: string; complaint: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: service.foundation.config.databaseUrl,
    };
    execFile(process.execPath, [MAIN, 'admin', ...args], { env }, (error, out, complaint) =>
      resolve({ code: error ? Number(error.code) : 0, out, complaint }),
    );
  });

const WITHIN_MS = 5_000;
const soon = async (rule: string, holds: () => Promise<boolean>): Promise<void> => {
  for (const deadline = Date.now() + WITHIN_MS; !(await holds()); )
    assert.ok(Date.now() < deadline, `${rule} within ${WITHIN_MS} ms`);
};

test('a member becomes an administrator by the command line, and stops being one, in a running service within 5 s', async () => {
  const admin = await administrator(service);
  const organizationId = await newOrganization(admin, 'Studio');
  const kim = await join(service, admin, organizationId, 'viewer');
  const mayCreate = async () => (await kim.browser.post('/v1/organization', { name: 'New' })).status === 201;
  assert.equal(await mayCreate(), false);

  const email = kim.email.toUpperCase();
  assert.deepEqual(await darkroomAdmin('add', email), {
    ...{ code: 0, out: `${email} is now an administrator of this installation.\n`, complaint: '' },
  });
  await soon('an administrator has the rights', mayCreate);
  assert.equal((await darkroomAdmin('add', kim.email)).code, 0);
  assert.equal((await darkroomAdmin('list')).out, `${ADMIN.email}  Administrator\n${kim.email}  viewer 1\n`);

  assert.equal((await darkroomAdmin('remove', kim.email)).code, 0);
  await soon('a former one has them no more', async () => !(await mayCreate()));
  const log = await admin.get(`/v1/organization/${organizationId}/audit-log?limit=2`);
  assert.deepEqual(
    (log.body['entries'] as Record<string, unknown>[]).map(({ action, subject, detail }) => [
      ...[action, subject, detail],
    ]),
    ['administrator.remove', 'administrator.add'].map((action) => [
      ...[action, kim.userId, { name: kim.email, by: 'command line' }],
    ]),
  );
});

test('the last administrator cannot be removed, not even by two who remove each other at once', async () => {
  const { code, out, complaint } = await darkroomAdmin('remove', ADMIN.email);
  assert.deepEqual({ code, out }, { code: 1, out: '' });
  assert.equal(complaint, `${ADMIN.email} is the only administrator. Add another one first.\n`);

  const admin = await administrator(service);
  const kim = await join(service, admin, await newOrganization(admin, 'Studio'), 'viewer');
  const { database } = service.foundation;
  const administrators = administratorsIn(database);
  await administrators.add(kim.email);
  let second: Promise<AdministratorChange> | undefined;
  await database.transaction(async (run) => {
    assert.equal(await change(run)(kim.email, false), 'changed');
    second = administrators.remove(ADMIN.email);
    await untilALockIsWaitedFor(run);
  });
  assert.equal(await second, 'last');
  assert.deepEqual(
    (await administrators.list()).map(({ email }) => email),
    [ADMIN.email],
  );
});

test('the command refuses an e-mail address without an account, and a wrong command prints the usage', async () => {
  const unknown = await darkroomAdmin('add', 'nobody@example.com');
  assert.equal(unknown.code, 1);
  assert.match(
    unknown.complaint,
    /^There is no account with the e-mail address nobody@example\.com\. Invite/,
  );
  for (const args of [[], ['add'], ['list', 'x'], ['dance', 'x'], ['add', 'x', 'y']])
    assert.deepEqual(await darkroomAdmin(...args), {
      ...{ code: 2, out: '', complaint: 'Usage: darkroom admin list | add <e-mail> | remove <e-mail>\n' },
    });
});
