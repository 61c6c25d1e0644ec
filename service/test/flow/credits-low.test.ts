import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { statement } from '../../src/postgres/connection/database.ts';
import { reportLowCredits } from '../../src/postgres/usage/credits-low.ts';
import type { Answer } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, grant, ok, openTenant, untilStatus } from '../support/tenant.ts';
import { startEndpoint } from '../support/webhooks/webhook-endpoint.ts';

const service = await shareService();
after(() => service.stop());
const { database } = service.database;
type List<One> = { entries: One[]; total: number };
const messageOf = (answer: Answer): string => {
  assert.equal(answer.status, 400, answer.text);
  return answer.json<{ message: string }>().message;
};

const CHOOSE_MAILS = statement("update users set notices = '{credits.low}' where id = $1");
const MAILS = statement<{ data: object }>(
  "select data from notices where organization_id = $1 and kind = 'credits.low' order by created_at",
);

describe('Low credits', () => {
  test('are reported once when they fall below the threshold, and again only after they were above it', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const tenant = await openTenant(service, 100);
    const base = `/v1/organization/${tenant.id}`;
    const json = { url: `${endpoint.url}/`, events: ['credits.low'] };
    await ok(tenant.admin(`POST ${base}/webhook-endpoints`, { json }));
    const [{ members }] = (await ok(tenant.owner('GET /v1/organization'))).json<
      List<{ members: { userId: string }[] }>
    >().entries as [{ members: { userId: string }[] }];
    await database.run(CHOOSE_MAILS, [members[0]!.userId]);
    const changed = await ok(tenant.admin(`PUT ${base}/settings`, { json: { creditsLowAt: 95 } }));
    assert.deepEqual(changed.json(), { reuseResults: false, autoResume: false, creditsLowAt: 95 });

    const workflow = await addWorkflow(tenant.owner);
    const id = await create(tenant.operator, workflow);
    await untilStatus(tenant.operator, id, 'COMPLETED');
    await endpoint.received(1);
    const { type, data } = JSON.parse(endpoint.deliveries[0]!.body) as { type: string; data: object };
    assert.equal(type, 'credits.low');
    assert.deepEqual(data, { organizationId: tenant.id, credits: 90, creditsLowAt: 95 });

    // The credits are still low: no further message is sent, however often and by however many workers the
    // credits are checked.
    await grant(service, tenant, -10);
    await Promise.all(Array.from({ length: 5 }, () => reportLowCredits(database)));
    // A balance at the threshold is not above it.
    await grant(service, tenant, 15);
    await reportLowCredits(database);
    await grant(service, tenant, -5);
    await reportLowCredits(database);
    const messages = async () =>
      (await ok(tenant.admin(`GET ${base}/webhook-deliveries?type=credits.low`))).json<List<object>>().total;
    assert.equal(await messages(), 1);

    await grant(service, tenant, 50);
    await reportLowCredits(database);
    await grant(service, tenant, -50);
    await Promise.all(Array.from({ length: 5 }, () => reportLowCredits(database)));
    await endpoint.received(2);
    assert.equal(await messages(), 2);
    const mails = (await database.run(MAILS, [tenant.id])).map(({ data }) => data);
    assert.deepEqual(mails[0], { credits: 90, threshold: 95 });
    assert.equal(mails.length, 2, 'a mail each time');
  });

  test('are reported to nobody without a threshold', async () => {
    const tenant = await openTenant(service, 10);
    const base = `/v1/organization/${tenant.id}`;
    const put = (json: object) => tenant.admin(`PUT ${base}/settings`, { json });
    assert.match(
      messageOf(await put({ creditsLowAt: 0 })),
      /The field creditsLowAt must be a whole number from 1/,
    );
    await ok(put({ creditsLowAt: 5 }));
    const cleared = await ok(put({ creditsLowAt: null }));
    assert.deepEqual(cleared.json(), { reuseResults: false, autoResume: false, creditsLowAt: null });
    const kept = await ok(put({ reuseResults: true }));
    assert.deepEqual(kept.json(), { reuseResults: true, autoResume: false, creditsLowAt: null });
    await grant(service, tenant, -10);
    await reportLowCredits(database);
    assert.equal((await ok(tenant.admin(`GET ${base}/webhook-deliveries`))).json<List<object>>().total, 0);
  });
});
