import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openFilesystemStore } from '../../src/object-stores/filesystem.ts';
import { replayErasures } from '../../src/operations/retention/erase.ts';
import { booksIn } from '../../src/postgres/books.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { erasuresIn } from '../../src/postgres/retention/erasures.ts';
import { exportPerson, findPerson } from '../../src/postgres/retention/person.ts';
import { shareService } from '../support/service.ts';
import { create, ok, openTenant, read, type Tenant, untilStatus, upload } from '../support/tenant.ts';
import { until } from '../support/until.ts';
import { openTenantWithExecution } from './tenant-with-execution.ts';

const service = await shareService();
after(() => service.stop());
const { database } = service.database;

const run = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  database.run(statement<Row>(text), values);
const statusOf = async (tenant: Tenant, path: string) => (await tenant.viewer(`GET ${path}`)).status;
const untilAnswer = (tenant: Tenant, path: string, status: number) =>
  until(`${path} is ${status}`, 20_000, async () => (await statusOf(tenant, path)) === status);
const actionsOf = async ({ owner, id }: Tenant) =>
  (await ok(owner(`GET /v1/organization/${id}/audit-log`)))
    .json<{ entries: { action: string; subject: string }[] }>()
    .entries.map(({ action, subject }) => `${action} ${subject}`);
const checkBooks = async () => assert.deepEqual(await booksIn(database).findContradictions(), []);

const openWithExecution = (labels?: Record<string, string>) => openTenantWithExecution(service, labels);
/** An execution can be deleted once its usage is counted. */
const untilCounted = (ids: string[]) =>
  until('the usage is counted', 20_000, async () => {
    const [row] = await run<{ waiting: number }>(
      'select count(*) as waiting from usage_events where execution_id = any ($1::uuid[])',
      [ids],
    );
    return row?.waiting === 0;
  });

describe('deletion on request', () => {
  test('an image is gone at once, with a line in the audit log; an upload brings it back', async () => {
    const { tenant, record, bytes } = await openWithExecution();
    const path = `/image/${record.inputContentHash}/shoe.jpg`;
    assert.equal((await tenant.owner(`DELETE /v1/image/${record.inputContentHash}`)).status, 204);
    await untilAnswer(tenant, path, 410);
    assert.equal((await tenant.owner(`DELETE /v1/image/${record.inputContentHash}`)).status, 404);
    assert.ok((await actionsOf(tenant)).includes(`image.delete ${record.inputContentHash}`));
    await ok(tenant.viewer(`GET ${record.resultPath}`));
    await upload(tenant.operator, bytes);
    assert.equal(await statusOf(tenant, path), 200);
  });

  test('an execution goes with its images, and its charge stays in the books', async () => {
    const { tenant, id, record, workflow } = await openWithExecution({
      colour: 'red',
      service_batch_name: 'Day',
    });
    const other = await create(tenant.operator, workflow);
    await untilStatus(tenant.operator, other, 'COMPLETED');
    await untilCounted([id]);
    const line = `/v1/workflow/execution/${id}`;
    assert.equal((await tenant.owner(`DELETE ${line}`)).status, 204);
    assert.equal(await statusOf(tenant, line), 404);
    await untilAnswer(tenant, record.resultPath!, 410);
    await untilAnswer(tenant, `/image/${record.inputContentHash}`, 410);
    const { total } = (await ok(tenant.viewer('GET /v2/workflow/execution/'))).json<{ total: number }>();
    assert.equal(total, 1);
    const { entries } = (
      await ok(tenant.owner(`GET /v1/organization/${tenant.id}/ledger?kind=charge`))
    ).json<{
      entries: { executionId: string }[];
    }>();
    assert.ok(entries.some(({ executionId }) => executionId === id));
    assert.ok((await actionsOf(tenant)).includes(`execution.delete ${id}`));
    await ok(tenant.viewer(`GET ${(await read(tenant.viewer, other)).resultPath}`));
    await checkBooks();
  });

  test('an image that another execution uses stays', async () => {
    const { tenant, id, record, workflow } = await openWithExecution();
    const again = await create(tenant.operator, workflow, { contentHash: record.inputContentHash });
    await untilStatus(tenant.operator, again, 'COMPLETED');
    await untilCounted([id]);
    assert.equal((await tenant.owner(`DELETE /v1/workflow/execution/${id}`)).status, 204);
    assert.equal(await statusOf(tenant, `/image/${record.inputContentHash}`), 200);
    assert.equal(await statusOf(tenant, record.resultPath!), 200);
  });

  test('a batch on hold and an unfinished execution are not deleted: 409', async () => {
    const { tenant, id, workflow, record } = await openWithExecution({ service_batch_name: 'Held' });
    const { entries } = (await ok(tenant.owner('GET /v1/batch'))).json<{ entries: { id: string }[] }>();
    const batch = entries[0]!.id;
    await ok(tenant.owner(`POST /v1/batch/${batch}/hold`));
    for (const line of [
      `/v1/batch/${batch}`,
      `/v1/workflow/execution/${id}`,
      `/v1/image/${record.resultContentHash}`,
    ])
      assert.equal((await tenant.owner(`DELETE ${line}`)).status, 409, line);
    await ok(tenant.owner(`POST /v1/batch/${batch}/release`));
    await ok(tenant.owner(`POST /v1/batch/${batch}/pause`));
    const waiting = await create(tenant.operator, workflow, {
      contentHash: record.inputContentHash,
      labels: { service_batch_name: 'Held' },
    });
    for (const line of [
      `/v1/batch/${batch}`,
      `/v1/workflow/execution/${waiting}`,
      `/v1/image/${record.inputContentHash}`,
      `/v1/organization/${tenant.id}`,
    ])
      assert.equal(
        (await service.administrator(`DELETE ${line}?organization=${tenant.id}`)).status,
        409,
        line,
      );
    await ok(tenant.owner(`POST /v1/workflow/execution/${waiting}/cancel`));
  });

  test('a batch goes with all of its executions', async () => {
    const { tenant, id, record, workflow } = await openWithExecution({ service_batch_name: 'Gone' });
    const second = await create(tenant.operator, workflow, { labels: { service_batch_name: 'Gone' } });
    await untilStatus(tenant.operator, second, 'COMPLETED');
    const { entries } = (await ok(tenant.owner('GET /v1/batch'))).json<{ entries: { id: string }[] }>();
    assert.equal((await tenant.owner(`DELETE /v1/batch/${entries[0]!.id}`)).status, 202);
    await untilAnswer(tenant, `/v1/batch/${entries[0]!.id}`, 404);
    for (const one of [id, second])
      assert.equal(await statusOf(tenant, `/v1/workflow/execution/${one}`), 404);
    assert.equal(await statusOf(tenant, record.resultPath!), 410);
    await checkBooks();
  });

  test('an organization goes with everything but its ledger, usage and audit log', async () => {
    const { tenant, record } = await openWithExecution();
    assert.equal((await service.administrator(`DELETE /v1/organization/${tenant.id}`)).status, 202);
    await until('nobody gets in any more', 20_000, async () => {
      const { status } = await tenant.owner('GET /v2/workflow/execution/');
      return status === 401 || status === 403;
    });
    const [left] = await run<Record<string, number>>(
      `select (select count(*) from images where organization_id = $1)::integer as images,
         (select count(*) from executions where organization_id = $1)::integer as executions,
         (select count(*) from memberships where organization_id = $1)::integer as members,
         (select count(*) from ledger where organization_id = $1 and kind = 'charge')::integer as charges,
         (select refs from objects where hash = $2) as refs`,
      [tenant.id, record.resultContentHash],
    );
    assert.deepEqual(left, { images: 0, executions: 0, members: 0, charges: 1, refs: 0 });
    await until('the organization is unknown', 10_000, async () => {
      const { status } = await service.administrator(`GET /v1/organization/${tenant.id}`);
      return status === 404;
    });
    await checkBooks();
  });

  test('after a restore of an older database, a replay deletes again what was deleted since', async () => {
    const { tenant, record } = await openWithExecution();
    const hash = record.resultContentHash!;
    assert.equal((await tenant.owner(`DELETE /v1/image/${hash}`)).status, 204);
    // Restores the rows of a backup from before the deletion.
    await run('delete from erasures where subject = $1', [hash]);
    await run('update images set deleted_at = null where organization_id = $1 and hash = $2', [
      tenant.id,
      hash,
    ]);
    const objects = await openFilesystemStore({ dir: `${service.dataDir}/objects`, minFreeBytes: 0 });
    const ports = { erasures: erasuresIn(database), objects };
    assert.equal(await replayErasures(ports), 1);
    await untilAnswer(tenant, record.resultPath!, 410);
    assert.equal(await replayErasures(ports), 0);
  });
});

describe('a person', () => {
  const addPerson = async (tenant: Tenant, email: string, role: string) => {
    const [person] = await run<{ id: string }>(
      `with person as (
         insert into users (id, email, name) values (gen_random_uuid(), $1, 'Ada Example') returning id
       ), member as (
         insert into memberships select $2::uuid, id, $3::organization_role from person
       ), logged as (
         insert into audit_log (organization_id, user_id, action, subject, detail)
         select $2::uuid, id, 'invitation.create', $1, jsonb_build_object('email', upper($1), 'other', 'x' || $1) from person
       ), noted as (
         insert into ledger (organization_id, kind, amount, note, user_id)
         select $2::uuid, 'grant', 1, 'Asked by ' || $1 || '.', id from person
       ), paid as (
         update accounts set spendable = spendable + 1 where organization_id = $2::uuid
       )
       select id from person`,
      [email, tenant.id, role],
    );
    return person!.id;
  };

  test('can export all that is stored about them', async () => {
    const tenant = await openTenant(service, 0);
    const id = await addPerson(tenant, 'ada.export@example.com', 'viewer');
    // A longer e-mail address that ends in the same way belongs to someone else.
    await addPerson(tenant, 'not.ada.export@example.com', 'viewer');
    let text = '';
    await database.transaction((inside) =>
      exportPerson(inside, id, async (part) => {
        text += part;
      }),
    );
    const data = JSON.parse(text) as Record<string, object[]>;
    assert.deepEqual(
      (data['account'] as { email: string }[]).map(({ email }) => email),
      ['ada.export@example.com'],
    );
    for (const part of ['memberships', 'ledger']) assert.equal(data[part]?.length, 1, part);
    assert.ok(
      (data['auditLog'] as { subject: string }[]).some(({ subject }) => subject === 'ada.export@example.com'),
    );
    assert.ok(!text.includes('not.ada.export'));
    assert.doesNotMatch(text, /hash/);
  });

  test('is erased: no address is left, not in the ledger and not in the audit log', async () => {
    const tenant = await openTenant(service, 0);
    const email = 'ada+studio@example.com';
    const id = await addPerson(tenant, email, 'viewer');
    const erasures = erasuresIn(database);
    const erasure = { id, kind: 'person', organizationId: null, subject: id, madeBy: null } as const;
    assert.equal(await erasures.begin(erasure), undefined);
    await erasures.finish(erasure, new AbortController().signal);
    assert.equal(await findPerson(database.run, email), undefined);
    const [log] = await run<{ subject: string; detail: unknown }>(
      "select subject, detail from audit_log where user_id = $1 and action = 'invitation.create'",
      [id],
    );
    // A longer e-mail address that ends in the same way belongs to someone else.
    assert.deepEqual(log, { subject: 'erased', detail: { email: 'erased', other: `x${email}` } });
    const [entry] = await run<{ note: string }>('select note from ledger where user_id = $1', [id]);
    assert.equal(entry!.note, 'Asked by erased.');
    const [account] = await run<{ name: string }>('select name from users where id = $1', [id]);
    assert.equal(account!.name, 'Erased person');
    await assert.rejects(run("update ledger set note = ''"), /append-only/);
    await checkBooks();
  });

  test('who is the only owner of an organization is not erased', async () => {
    const tenant = await openTenant(service, 0);
    await run('delete from memberships where organization_id = $1', [tenant.id]);
    const id = await addPerson(tenant, 'only.owner@example.com', 'owner');
    const erasure = { id, kind: 'person', organizationId: null, subject: id, madeBy: null } as const;
    assert.equal(await erasuresIn(database).begin(erasure), 'needed');
  });
});
