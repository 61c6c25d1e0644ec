import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { OrganizationId } from '../../src/domain/ids.ts';
import { RETENTION_KINDS, type RetentionInForce } from '../../src/domain/retention.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { sweepNext, sweepOrganization } from '../../src/postgres/retention/sweep.ts';
import { randomImage } from '../support/images.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, read, type Tenant, upload } from '../support/tenant.ts';
import { until } from '../support/until.ts';
import { openTenantWithExecution } from './tenant-with-execution.ts';

const service = await shareService();
after(() => service.stop());

const NEVER = new AbortController().signal;
const KEEP_ALL = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, null])) as RetentionInForce;
const TODAY = new Date().toISOString().slice(0, 10);
const { database } = service.database;

const run = <Row = never>(text: string, values: unknown[]) => database.run(statement<Row>(text), values);
/** Makes all images of the organization look this old. */
const age = ({ id }: Tenant, interval: string) =>
  run('update images set used_at = used_at - $2::interval where organization_id = $1', [id, interval]);
const sweep = ({ id }: Tenant, rules: Partial<RetentionInForce>) =>
  sweepOrganization(database, id as OrganizationId, { ...KEEP_ALL, ...rules }, NEVER);
/** The process forgets deleted images when it is notified. */
const untilGone = (tenant: Tenant, path: string) =>
  until('the image is gone', 10_000, async () => {
    const answer = await tenant.viewer(`GET ${path}`);
    return answer.status === 410 && answer;
  });

const openWithExecution = () => openTenantWithExecution(service, { service_batch_name: 'Day' });

describe('retention', () => {
  test('is off unless the organization or the platform sets it, and the answer shows both settings', async () => {
    const { owner, id } = await openTenant(service, 0);
    const path = `/v1/organization/${id}/retention`;
    const none = { inputs: null, results: null, traces: null, webhooks: null, auditLog: null };
    const defaults = { inputs: 0, results: 0, traces: 0, webhooks: 0, auditLog: 0 };
    assert.deepEqual((await ok(owner(`GET ${path}`))).json(), { ...none, defaults });
    const changed = await ok(owner(`PUT ${path}`, { json: { inputs: 30, results: 0 } }));
    assert.deepEqual(changed.json(), { ...none, inputs: 30, results: 0, defaults });
    assert.equal((await owner(`PUT ${path}`, { json: { inputs: -1 } })).status, 400);
    const { entries } = (await ok(owner(`GET /v1/organization/${id}/audit-log`))).json<{
      entries: { action: string; detail: unknown }[];
    }>();
    assert.deepEqual(
      entries.filter(({ action }) => action === 'retention.change').map(({ detail }) => detail),
      [{ inputs: 30, results: 0 }],
    );
  });

  test('deletes results and nothing else; the record keeps its shape, downloads are 410 with the date', async () => {
    const { tenant, record, id, contentHash } = await openWithExecution();
    await sweep(tenant, { results: 10 });
    await ok(tenant.viewer(`GET ${record.resultPath}`));
    await age(tenant, '11 days');
    assert.deepEqual(await sweep(tenant, { results: 10 }), { images: 1 });
    const answer = await untilGone(tenant, record.resultPath!);
    const { message, status } = answer.json<{ message: string; status: number }>();
    assert.equal(status, 410);
    assert.equal(message, `The image was deleted on ${TODAY}. Upload it again to use it.`);
    const blocking = await tenant.viewer(`GET /v1/workflow/execution/${id}/result/default`);
    assert.equal(blocking.status, 410);
    assert.match(blocking.text, new RegExp(`The result was deleted on ${TODAY}`));
    assert.deepEqual(await read(tenant.viewer, id), record);
    await ok(tenant.viewer(`GET /image/${contentHash}/shoe.jpg`));
    assert.equal((await tenant.operator(`HEAD /v1/upload/${record.resultContentHash}`)).status, 404);
  });

  test('a retry without its inputs is 410 with the date; the same bytes uploaded again revive them', async () => {
    const tenant = await openTenant(service, 0);
    const bytes = await randomImage();
    const contentHash = await upload(tenant.operator, bytes);
    const id = await create(tenant.operator, await addWorkflow(tenant.owner), { contentHash });
    await age(tenant, '3 days');
    await sweep(tenant, { inputs: 2 });
    const retry = () => tenant.operator(`POST /v1/workflow/execution/${id}/retry`);
    const answer = await retry();
    assert.equal(answer.status, 410);
    assert.match(answer.text, new RegExp(`An input image of the execution was deleted on ${TODAY}`));
    await untilGone(tenant, `/image/${contentHash}`);
    assert.equal(await upload(tenant.operator, bytes), contentHash);
    assert.equal((await retry()).status, 402);
    assert.deepEqual((await ok(tenant.viewer(`GET /image/${contentHash}`))).bytes, bytes);
  });

  test('the same bytes of another organization stay', async () => {
    const [one, other] = [await openTenant(service, 0), await openTenant(service, 0)];
    const bytes = await randomImage();
    const hash = await upload(one.operator, bytes);
    await upload(other.operator, bytes);
    await age(one, '3 days');
    await age(other, '3 days');
    await sweep(one, { inputs: 2 });
    await untilGone(one, `/image/${hash}`);
    assert.deepEqual((await ok(other.viewer(`GET /image/${hash}`))).bytes, bytes);
  });

  test('the days of an image start again when it is used again', async () => {
    const { tenant, workflow, contentHash } = await openWithExecution();
    await age(tenant, '11 days');
    // Drops the image from the cache of the service: while the cached last use is recent, a new use is not recorded.
    await run("select pg_notify('darkroom_images', $1)", [tenant.id]);
    await until('the use is noted', 10_000, async () => {
      await create(tenant.operator, workflow, { contentHash });
      const [row] = await run<{ isFresh: boolean }>(
        `select used_at > now() - interval '1 hour' as "isFresh" from images where organization_id = $1 and hash = $2`,
        [tenant.id, contentHash],
      );
      return row?.isFresh;
    });
    await sweep(tenant, { inputs: 10 });
    await ok(tenant.viewer(`GET /image/${contentHash}`));
  });

  test('nothing of a batch on hold goes, and nothing that an unfinished execution needs', async () => {
    const { tenant, record, workflow } = await openWithExecution();
    const { entries } = (await ok(tenant.owner('GET /v1/batch'))).json<{ entries: { id: string }[] }>();
    const batch = entries[0]!.id;
    const held = await ok(tenant.owner(`POST /v1/batch/${batch}/hold`));
    assert.equal(held.json<{ held: boolean }>().held, true);
    await age(tenant, '11 days');
    const rules = { inputs: 10, results: 10, traces: 0, webhooks: 10 };
    assert.deepEqual(await sweep(tenant, rules), { images: 0, traces: 0, webhooks: 0 });
    await ok(tenant.owner(`POST /v1/batch/${batch}/release`));
    // An execution in a paused batch needs the same image.
    const { id: paused } = (await ok(tenant.owner('POST /v1/batch', { json: { name: 'Paused' } }))).json<{
      id: string;
    }>();
    await ok(tenant.owner(`POST /v1/batch/${paused}/pause`));
    const { inputContentHash } = record;
    const waiting = await create(tenant.operator, workflow, {
      contentHash: inputContentHash,
      labels: { service_batch_id: paused },
    });
    await run("update executions set created_at = created_at - interval '11 days' where id = $1", [waiting]);
    await age(tenant, '11 days');
    assert.deepEqual(await sweep(tenant, { inputs: 10, results: 10 }), { images: 1 });
    await ok(tenant.viewer(`GET /image/${inputContentHash}`));
    await untilGone(tenant, record.resultPath!);
    await run("update executions set created_at = created_at + interval '11 days' where id = $1", [waiting]);
  });

  test('traces, webhook messages and the audit log have rules of their own', async () => {
    const { tenant, id } = await openWithExecution();
    await run(
      `insert into webhook_messages (organization_id, execution_id, url, type, body, created_at, outcome, next_attempt_at)
       select $1, $2, 'http://127.0.0.1', 'execution.completed', '{}', now() - interval '5 days', outcome,
         case when outcome is null then now() + interval '1 day' end
       from (values ('delivered'), (null)) as given (outcome)`,
      [tenant.id, id],
    );
    const count = async (table: string) =>
      (
        await run<{ rows: number }>(`select count(*) as rows from ${table} where organization_id = $1`, [
          tenant.id,
        ])
      )[0]!.rows;
    assert.deepEqual(await sweep(tenant, { webhooks: 6 }), { webhooks: 0 });
    assert.deepEqual(await sweep(tenant, { webhooks: 4 }), { webhooks: 1 });
    assert.equal(await count('webhook_messages'), 1);
    await run('delete from webhook_messages where organization_id = $1', [tenant.id]);

    assert.deepEqual(await sweep(tenant, { auditLog: 1 }), { auditLog: 0 });
    const entries = await count('audit_log');
    assert.deepEqual(await sweep(tenant, { auditLog: 0 }), { auditLog: entries });
    await assert.rejects(run('delete from audit_log where organization_id = $1', [tenant.id]), /append-only/);

    assert.deepEqual(await sweep(tenant, { traces: 1 }), { traces: 0 });
    assert.deepEqual(await sweep(tenant, { traces: 0 }), { traces: 1 });
    const preview = await tenant.viewer(`GET /v1/workflow/execution/${id}/trace/input/preview`);
    assert.equal(preview.status, 410, preview.text);
    await ok(tenant.viewer(`GET /v1/workflow/execution/${id}/trace`));
  });

  test('the defaults of the platform hold for organizations without rules, and each has its turn', async () => {
    const { tenant, record } = await openWithExecution();
    await age(tenant, '11 days');
    const defaults = { inputs: 0, results: 10, traces: 0, webhooks: 0, auditLog: 0 };
    while (await sweepNext(database, defaults, NEVER));
    await untilGone(tenant, record.resultPath!);
    const log = (await ok(tenant.owner(`GET /v1/organization/${tenant.id}/audit-log`))).json<{
      entries: { action: string; detail: unknown }[];
    }>();
    assert.deepEqual(log.entries.find(({ action }) => action === 'retention.delete')?.detail, { images: 1 });
  });

  test('the storage of an organization is listed by kind, with what will be deleted when', async () => {
    const { tenant, bytes } = await openWithExecution();
    const path = `/v1/organization/${tenant.id}`;
    type Kind = {
      count: number;
      bytes: number;
      days: number | null;
      upcoming: { date: string; count: number }[];
    };
    const storage = async () =>
      (await ok(tenant.owner(`GET ${path}/storage`))).json<Record<string, Kind> & { deleted: Kind }>();
    const before = await storage();
    assert.deepEqual(before['inputs'], { count: 1, bytes: bytes.length, days: null, upcoming: [] });
    assert.equal(before['results']!.count, 1);
    assert.equal(before['traces']!.count, 1);
    await ok(tenant.owner(`PUT ${path}/retention`, { json: { inputs: 10, results: 1000 } }));
    const [{ date }] = (await run<{ date: string }>(
      `select to_char((now() + interval '10 days 1 hour') at time zone 'UTC', 'YYYY-MM-DD') as date`,
      [],
    )) as [{ date: string }];
    const { inputs, results } = await storage();
    assert.deepEqual(inputs, {
      count: 1,
      bytes: bytes.length,
      days: 10,
      upcoming: [{ date, count: 1, bytes: bytes.length }],
    });
    assert.deepEqual(results!.upcoming, []);
    await age(tenant, '11 days');
    await sweep(tenant, { inputs: 10 });
    const { deleted } = await storage();
    assert.deepEqual({ count: deleted.count, bytes: deleted.bytes }, { count: 1, bytes: bytes.length });
  });
});
