import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listExecutions } from '../../faults/support/checks.ts';
import type { Client } from '../../faults/support/client.ts';
import { type Installation, openInstallation } from '../../faults/support/installation.ts';
import { signal } from '../../faults/support/processes.ts';
import { atTheEnd, cleanUp } from '../../faults/support/service.ts';
import { until } from '../../support/until.ts';
import { startEndpoint } from '../../support/webhooks/webhook-endpoint.ts';

// The length of the queue, which is realistic with `npm run test:faults`. Otherwise it is short, but still far
// longer than the one execution that may run first.
const CROWD = process.env['DARKROOM_FAULT_ROUNDS'] ? 10_000 : 200;
const CALLERS = 16;

/** Makes this many calls, by a few callers. */
const inTurns = async (calls: number, call: (place: number) => Promise<unknown>): Promise<void> => {
  let next = 0;
  const caller = async () => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
};

describe('no organization is delayed by', () => {
  let installation: Installation;

  before(async () => {
    installation = await openInstallation(1);
  });
  after(cleanUp);

  const count = async (status: string, client: Client = installation.client) =>
    (await client.json<{ total: number }>(`GET /v2/workflow/execution/?limit=0&status=${status}`)).total;

  it('a webhook endpoint that is slow, down or gone', async () => {
    const slow = await startEndpoint(() => {});
    atTheEnd(async () => slow.close());
    const webhooks = [`${slow.url}/`, 'http://127.0.0.1:9/', 'http://no-such-name.invalid/'];
    const create = () => installation.client.create(installation.workflow, installation.hash, { webhooks });
    const first = await create();
    // The first delivery gets no response, so it takes 15 s. It is in progress from here on.
    await slow.received(1);
    await inTurns(20, create);
    await until('all are completed', 60_000, async () => (await count('COMPLETED')) === 21);
    const { organizationId } = await installation.client.read(first);
    const path = `/v1/organization/${organizationId}/webhook-deliveries/${slow.deliveries[0]!.id}`;
    const delivery = await installation.client.json<{ attempts: object[] }>(`GET ${path}`);
    assert.deepEqual(delivery.attempts, [], 'the first delivery has still not ended');
  });

  it('another organization with a long queue, except for the one image that a lane is processing', async () => {
    // These steps take so long that a lane gets one execution at a time.
    const long = [
      { id: 'large', component: 'resize', params: { width: 1_000, height: 1_000, enlarge: true } },
      { id: 'slow', component: 'denoise' },
    ];
    const busy = await installation.client.openOrganization(1_000_000);
    const other = await installation.client.openOrganization(1_000);
    const busyWorkflow = await busy.client.addWorkflow(long);
    const otherWorkflow = await other.client.addWorkflow(long);
    const busyHash = await busy.client.upload();
    const otherHash = await other.client.upload();

    // When the database has too much to do, the service answers 503 and the caller tries again.
    await inTurns(CROWD, () =>
      until('it is accepted', 10_000, () => busy.client.create(busyWorkflow, busyHash)),
    );
    for (let turn = 0; turn < 2; turn++) {
      const lanes = await installation.lanes(installation.workers[0]!);
      signal(lanes, 'SIGSTOP');
      const id = await other.client.create(otherWorkflow, otherHash);
      await other.client.when(id, 'ACTIVE');
      // All executions that the lane had finished before are recorded by now.
      await installation.databaseProxies.worker.untilQuiet();
      const endedBefore = await count('COMPLETED', busy.client);
      signal(lanes, 'SIGCONT');
      const { finishedAt } = await other.client.when(id, 'COMPLETED');
      const ended = (await listExecutions(busy.client)).filter(
        (one) => one.finishedAt && one.finishedAt < finishedAt!,
      );
      const overtook = ended.length - endedBefore;
      assert.ok(overtook <= 1, `${overtook} ended before it`);
    }
    assert.ok((await count('CREATED', busy.client)) > CROWD / 2, 'a crowd still waits');
  });
});
