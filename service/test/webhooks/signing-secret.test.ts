import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Answer } from '../support/call.ts';
import { shareService } from '../support/service.ts';
import { create, ok } from '../support/tenant.ts';
import { startEndpoint } from '../support/webhooks/webhook-endpoint.ts';
import {
  openWebhookOrganization,
  type WebhookOrganization,
} from '../support/webhooks/webhook-organization.ts';

const service = await shareService();
after(() => service.stop());

let tenant: WebhookOrganization['tenant'];
let admin: WebhookOrganization['admin'];
let base: string;
let unpaid: WebhookOrganization['unpaid'];
const renew = async () => {
  ({ tenant, admin, base, unpaid } = await openWebhookOrganization(service));
};
beforeEach(() => renew());

const messageOf = (answer: Answer) => answer.json<{ message: string }>().message;

describe('The signing secret', () => {
  type Secret = { secret: string; previousValidUntil: string | null };
  const readSecret = async () => (await ok(admin(`GET ${base}/webhook-secret`))).json<Secret>();
  const rotate = async (json?: object) =>
    (await ok(admin(`POST ${base}/webhook-secret/rotate`, json ? { json } : {}))).json<Secret>();

  test('is replaced; during the overlap messages carry both signatures, and then one', async (t) => {
    const endpoint = await startEndpoint();
    t.after(endpoint.close);
    const webhooks = [`${endpoint.url}/`];
    const old = await readSecret();
    assert.equal(old.previousValidUntil, null);
    const fresh = await rotate({ overlapHours: 2 });
    assert.notEqual(fresh.secret, old.secret);
    assert.deepEqual(await readSecret(), fresh);
    const hours = (Date.parse(fresh.previousValidUntil!) - Date.now()) / 3_600_000;
    assert.ok(hours > 1.9 && hours < 2.1, String(hours));
    await create(tenant.operator, unpaid, { webhooks });
    await endpoint.received(1);
    const [both] = endpoint.deliveries;
    for (const { secret } of [old, fresh]) new Webhook(secret).verify(both!.body, both!.headers);

    const last = await rotate({ overlapHours: 0 });
    assert.equal(last.previousValidUntil, null);
    await create(tenant.operator, unpaid, { webhooks });
    await endpoint.received(2);
    const [, one] = endpoint.deliveries;
    assert.match(one!.headers['webhook-signature']!, /^v1,\S+$/);
    new Webhook(last.secret).verify(one!.body, one!.headers);
  });

  test('has an overlap of a day by default, and its rotation is in the audit log', async () => {
    const { previousValidUntil } = await rotate();
    const hours = (Date.parse(previousValidUntil!) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours < 24.1, String(hours));
    const { entries } = (await ok(admin(`GET ${base}/audit-log?limit=1`))).json<{
      entries: { action: string; detail: object }[];
    }>();
    assert.deepEqual(
      [entries[0]!.action, entries[0]!.detail],
      ['webhook-secret.rotate', { overlapHours: 24 }],
    );
    for (const overlapHours of [-1, 721, '2', null]) {
      const answer = await admin(`POST ${base}/webhook-secret/rotate`, { json: { overlapHours } });
      assert.equal(answer.status, 400, String(overlapHours));
      assert.match(messageOf(answer), /overlapHours must be a number of hours/);
    }
  });
});
