import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { openBrowser } from '../support/people/browser.ts';
import { testService } from '../support/people/identity-service.ts';
import { administrator, join } from '../support/people/people.ts';

const service = testService();
const PATH = '/v1/account/export';
const MANY = 1_200;
const LOG_MANY = statement(`
  insert into audit_log (organization_id, user_id, action, subject)
  select $1::uuid, $2::uuid, 'password.change', n from generate_series(1, ${MANY}) n`);

test('a person downloads all that is stored about them, and nothing about others', async () => {
  const { organizationId } = service.seeded;
  const admin = await administrator(service);
  const kim = await join(service, admin, organizationId, 'viewer');
  const lee = await join(service, admin, organizationId, 'viewer');
  await service.foundation.database.run(LOG_MANY, [organizationId, kim.userId]);

  const { status, body, headers, text } = await kim.browser.send(PATH);
  assert.equal(status, 200, text);
  assert.equal(headers.get('content-disposition'), 'attachment; filename="my-data.json"');
  assert.equal(headers.get('cache-control'), 'no-store');
  const data = body as Record<string, Record<string, unknown>[]>;
  assert.deepEqual(
    data['account']?.map(({ id, email }) => ({ id, email })),
    [{ id: kim.userId, email: kim.email }],
  );
  assert.equal(data['memberships']?.length, 1);
  assert.equal(data['sessions']?.length, 1);
  // The export reads fewer rows than this at once.
  assert.equal(data['auditLog']?.filter(({ action }) => action === 'password.change').length, MANY);
  assert.ok(!text.includes(lee.email), 'nothing about another person');
  assert.doesNotMatch(text, /hash/);
});

test('the data of a person is for the person alone: not for an API key, and not for a stranger', async () => {
  const headers = { authorization: `Bearer ${service.seeded.apiKey}` };
  assert.equal((await openBrowser(service.base).send(PATH, { headers })).status, 403);
  assert.equal((await openBrowser(service.base).get(PATH)).status, 401);
});
