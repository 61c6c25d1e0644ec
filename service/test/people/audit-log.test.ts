import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { connectDevice } from '../support/people/device.ts';
import { testService } from '../support/people/identity-service.ts';
import { administrator, join, newOrganization } from '../support/people/people.ts';
import { placeExecution } from '../support/place-execution.ts';

const service = testService({ DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE: '100000' });

const WORKFLOW = {
  name: 'Square',
  workflowComponents: [{ id: 'a', component: 'resize', params: { width: 10 } }],
};

test('changes of members, keys, credits and workflows, and review decisions, are recorded with the person who made them', async () => {
  const admin = await administrator(service);
  const organizationId = await newOrganization(admin, 'Studio');
  const path = `/v1/organization/${organizationId}`;
  const owner = await join(service, admin, organizationId, 'owner');
  const { browser } = owner;
  const kim = await join(service, browser, organizationId, 'viewer');
  await browser.put(`${path}/members/${kim.userId}`, { role: 'operator' });
  await connectDevice(service, kim.browser, organizationId);
  await browser.delete(`${path}/members/${kim.userId}`);
  const key = await browser.post(`${path}/keys`, { name: '=danger, "quoted"', role: 'viewer' });
  await browser.delete(`${path}/keys/${key.body['id']}`);
  await admin.post(`${path}/credits`, { amount: 100, note: 'Gift' });
  await admin.post(`${path}/credits`, { amount: -10 });
  await browser.put(path, { name: 'Atelier' });
  const workflow = await browser.post(`/v1/workflow`, WORKFLOW);
  assert.equal(workflow.status, 201, workflow.text);
  await browser.put(`/v1/workflow/${workflow.body['id']}`, WORKFLOW);
  await browser.delete(`/v1/workflow/${workflow.body['id']}`);
  const { database } = service.foundation;
  const studio = { organizationId, userId: owner.userId };
  const approved = await placeExecution(database, studio, { status: 'IN_QA', price: 1 });
  const rejected = await placeExecution(database, studio, { status: 'IN_QA', price: 1 });
  const inputs = { default: { name: 'in.png', contentHash: 'a'.repeat(64), contentType: 'image/png' } };
  await database.run(statement('update executions set inputs = $1, input_file_name = $2'), [
    JSON.stringify(inputs),
    inputs.default.name,
  ]);
  assert.equal((await browser.post(`/v1/workflow/execution/${approved.id}/approve`)).status, 200);
  const reason = { reason: 'Too dark' };
  assert.equal((await browser.post(`/v1/workflow/execution/${rejected.id}/reject`, reason)).status, 200);

  const batch = await browser.post('/v1/batch', { name: 'June' });
  assert.equal((await browser.put(`/v1/batch/${batch.body['id']}`, { budget: 10 })).status, 200);

  const log = await browser.get(`${path}/audit-log?limit=1000`);
  const entries = (log.body['entries'] as Record<string, unknown>[]).toReversed();
  assert.equal(log.body['total'], entries.length);
  assert.deepEqual(Object.keys(entries[0]!).sort(), [
    ...['action', 'at', 'detail', 'id', 'subject', 'subjectName', 'userEmail', 'userId'],
  ]);
  assert.deepEqual(
    entries.map(({ action }) => action),
    [
      ...['invitation.create', 'member.join', 'invitation.create', 'member.join', 'member.change-role'],
      ...[
        'device.connect',
        'member.remove',
        'key.create',
        'key.revoke',
        'credits.grant',
        'credits.withdrawal',
      ],
      ...['organization.rename', 'workflow.save', 'workflow.save', 'workflow.archive'],
      ...['execution.approve', 'execution.reject', 'batch.change'],
    ],
  );
  const by = (action: string) => entries.find((entry) => entry['action'] === action)!;
  for (const action of ['key.revoke', 'workflow.archive', 'execution.approve', 'member.remove'])
    assert.equal(by(action)['userEmail'], owner.email, action);
  assert.deepEqual(by('execution.reject')['detail'], { reason: 'Too dark' });
  assert.equal(by('execution.reject')['subjectName'], 'in.png');
  assert.equal(by('batch.change')['subjectName'], 'June');
  assert.equal(by('key.revoke')['subjectName'], null);

  const actionsFor = async (filter: string) => {
    const { body } = await browser.get(`${path}/audit-log?${filter}`);
    const found = (body['entries'] as Record<string, unknown>[]).map(({ action }) => action);
    assert.equal(body['total'], found.length, filter);
    return found;
  };
  assert.deepEqual(await actionsFor('action=key'), ['key.revoke', 'key.create']);
  assert.deepEqual(await actionsFor('action=key.create'), ['key.create']);
  assert.deepEqual(await actionsFor(`action=credits&user=${owner.userId}`), []);
  assert.deepEqual(await actionsFor(`action=member&user=${kim.userId}`), ['member.join']);
  assert.deepEqual(await actionsFor(`action=workflow&createdBefore=${by('workflow.archive')['at']}`), [
    ...['workflow.save', 'workflow.save'],
  ]);
  assert.deepEqual(await actionsFor('createdAfter=2999-01-01'), []);
  const ofKeys = await browser.get(`${path}/audit-log.csv?action=key`);
  assert.equal(ofKeys.text.trimEnd().split('\r\n').length, 3);

  const csv = await browser.get(`${path}/audit-log.csv`);
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
  const lines = csv.text.trimEnd().split('\r\n');
  assert.equal(lines.length, entries.length + 1);
  assert.equal(lines[0], 'at,userId,userEmail,action,subject,subjectName,detail,id');
  assert.ok(lines[2]!.includes('"{""reason"":""Too dark""}"'));
});

test('a CSV cell that a spreadsheet would execute is escaped', async () => {
  const admin = await administrator(service);
  const organizationId = await newOrganization(admin, 'Studio');
  await service.foundation.database.run(
    statement(
      `insert into audit_log (organization_id, action, subject) values ($1, 'test', '=HYPERLINK("x")')`,
    ),
    [organizationId],
  );
  const { text } = await admin.get(`/v1/organization/${organizationId}/audit-log.csv`);
  assert.ok(text.includes(`"'=HYPERLINK(""x"")"`), text);
});

test('the audit log cannot be changed', async () => {
  for (const change of ['delete from audit_log', `update audit_log set action = 'x'`, 'truncate audit_log'])
    await assert.rejects(service.foundation.database.run(statement(change), []), /append-only/);
});
