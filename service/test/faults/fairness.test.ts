import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { until } from '../support/until.ts';
import { type Client, createBody } from './support/client.ts';
import { type Installation, openInstallation } from './support/installation.ts';
import { signal } from './support/processes.ts';
import { listExecutions } from './support/proof.ts';
import { atTheEnd, endAll } from './support/service.ts';

// A realistic queue in the long form, `npm run test:faults`. A shorter one is still hundreds of times what may overtake.
const CROWD = process.env['DARKROOM_FAULT_ROUNDS'] ? 10_000 : 500;
const CALLERS = 16;

/** So many calls, by a few callers. */
const inTurns = async (calls: number, call: (place: number) => Promise<unknown>): Promise<void> => {
  let next = 0;
  const caller = async () => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
};

describe('no one is held up by', () => {
  let installation: Installation;

  before(async () => {
    installation = await openInstallation(1);
  });
  after(endAll);

  const count = async (status: string, client: Client = installation.client) =>
    (await client.json<{ total: number }>(`GET /v2/workflow/execution/?limit=0&status=${status}`)).total;

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
      await inTurns(120, () =>
        installation.client.ok(
          `POST /v1/workflow/execution/create?workflow=${installation.workflow}`,
          createBody(installation.hash, more),
        ),
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

  it('another organization that has a long queue, but for the one image that a lane is at', async () => {
    // A worker that has not seen short ones, and images so long that it claims none ahead.
    const installation = await openInstallation(1);
    const long = [
      { id: 'large', component: 'resize', params: { width: 2_000, height: 2_000, enlarge: true } },
      { id: 'slow', component: 'denoise' },
    ];
    const busy = await installation.client.openOrganization(1_000_000);
    const other = await installation.client.openOrganization(1_000);
    const busyWorkflow = await busy.client.addWorkflow(long);
    const otherWorkflow = await other.client.addWorkflow(long);
    const busyHash = await busy.client.upload();
    const otherHash = await other.client.upload();

    // A database with too much to do is told as 503, and the caller tries again.
    await inTurns(CROWD, () =>
      until('it is accepted', 10_000, () => busy.client.create(busyWorkflow, busyHash)),
    );
    for (let turn = 0; turn < 2; turn++) {
      const lanes = await installation.lanes(installation.workers[0]!);
      signal(lanes, 'SIGSTOP');
      const id = await other.client.create(otherWorkflow, otherHash);
      await other.client.when(id, 'ACTIVE');
      await until(
        'only what the lane is at is under way',
        10_000,
        async () => (await count('ACTIVE', busy.client)) <= 1,
      );
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
