import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createBody } from './support/client.ts';
import { type Installation, openInstallation } from './support/installation.ts';
import { listExecutions } from './support/proof.ts';
import { atTheEnd, endAll } from './support/service.ts';
import { until } from './support/until.ts';

const LANES = 2;
const CROWD = 2_000;
const CALLERS = 16;

describe('no one is held up by', () => {
  let house: Installation;

  before(async () => {
    house = await openInstallation(1, { DARKROOM_LANES: String(LANES) });
  });
  after(endAll);

  const count = async (status: string) =>
    (await house.client.json<{ total: number }>(`GET /v2/workflow/execution/?limit=0&status=${status}`))
      .total;

  it('another organization that has thousands queued', async (t) => {
    // Long enough that a lane's job is more than a moment.
    const canvas = { id: 'canvas', component: 'canvas', params: { width: 1_200, height: 1_200 } };
    const busy = await house.client.openOrganization(1_000_000);
    const other = await house.client.openOrganization(1_000);
    const busyWorkflow = await busy.client.addWorkflow([canvas]);
    const otherWorkflow = await other.client.addWorkflow([canvas]);
    const busyHash = await busy.client.upload();
    const otherHash = await other.client.upload();

    let left = CROWD;
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (left-- > 0) await busy.client.create(busyWorkflow, busyHash);
      }),
    );
    const ids: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const id = await other.client.create(otherWorkflow, otherHash);
      await other.client.when(id, 'COMPLETED');
      ids.push(id);
    }
    const crowd = await listExecutions(busy.client);
    assert.ok(crowd.filter(({ status }) => status === 'CREATED').length > 10 * LANES, 'a crowd still waits');
    for (const id of ids) {
      const { createdAt, startedAt, finishedAt } = await other.client.read(id);
      const between = crowd.filter(
        (one) => one.startedAt && one.startedAt > createdAt && one.startedAt < startedAt!,
      );
      const overtook = crowd.filter(
        (one) => one.finishedAt && one.finishedAt > createdAt && one.finishedAt < finishedAt!,
      );
      t.diagnostic(
        `${between.length} of the crowd were started between its creation and its start, ${overtook.length} ended before it did`,
      );
      assert.ok(between.length <= LANES, `${between.length} came before it`);
    }
    await Promise.all(
      crowd
        .filter(({ status }) => status === 'CREATED')
        .map(({ id }) => busy.client.call(`POST /v1/workflow/execution/${id}/cancel`)),
    );
  });

  it('a webhook endpoint that is slow, down or gone', async (t) => {
    const slow = createServer(() => {});
    await new Promise<void>((resolve) => {
      slow.listen(0, '127.0.0.1', resolve);
    });
    atTheEnd(async () => slow.closeAllConnections());
    atTheEnd(async () => slow.close());
    const { port } = slow.address() as AddressInfo;
    const webhooks = [`http://127.0.0.1:${port}/`, 'http://127.0.0.1:9/', 'http://no-such-name.invalid/'];
    const run = async (more: object) => {
      const before = await count('COMPLETED');
      const since = performance.now();
      let remaining = 120;
      await Promise.all(
        Array.from({ length: CALLERS }, async () => {
          while (remaining-- > 0)
            await house.client.ok(
              `POST /v1/workflow/execution/create?workflow=${house.workflow}`,
              createBody(house.hash, more),
            );
        }),
      );
      await until('all are completed', 60_000, async () => (await count('COMPLETED')) === before + 120);
      return performance.now() - since;
    };
    await run({});
    const withoutMs = await run({});
    const withMs = await run({ webhooks });
    t.diagnostic(
      `120 executions took ${Math.round(withoutMs)} ms without and ${Math.round(withMs)} ms with them`,
    );
    // A delivery that is waited for takes 15 s; writing down three messages for each takes no time.
    assert.ok(withMs < 3 * withoutMs + 3_000, `${withMs} ms instead of ${withoutMs} ms`);
  });
});
