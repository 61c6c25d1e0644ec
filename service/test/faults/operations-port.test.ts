import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { freshDatabase } from '../support/database/database.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { clientOf } from './support/client.ts';
import { signal } from './support/processes.ts';
import {
  ADMINISTRATOR_KEY,
  atTheEnd,
  endAll,
  newDataFolder,
  type Service,
  startService,
} from './support/service.ts';

describe('the operations port', () => {
  let service: Service;
  let port: number;
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };

  before(async () => {
    const database = await freshDatabase({ connections: 2 });
    atTheEnd(database.drop);
    port = await freePort();
    service = await startService('start', {
      DATABASE_URL: database.url,
      DARKROOM_DATA_DIR: await newDataFolder(),
      DARKROOM_LANES: '1',
      DARKROOM_OPERATIONS_PORT: String(port),
      DARKROOM_DRAIN_MS: '1500',
      DARKROOM_LOG_LEVEL: 'info',
    });
  });
  after(endAll);

  it('says that the process is alive and ready', async () => {
    assert.deepEqual(await ask('/livez'), { status: 200, text: 'alive\n' });
    assert.deepEqual(await ask('/readyz'), { status: 200, text: 'ready\n' });
    assert.equal((await ask('/')).status, 404);
  });

  it('counts requests by route, executions, steps and what the database knows', async () => {
    const client = clientOf(service);
    const id = await client.create(
      await client.addWorkflow([{ id: 'resize', component: 'resize', params: { width: 8 } }]),
      await client.upload(),
    );
    await client.when(id, 'COMPLETED');
    const { text } = await until('the execution is counted', 5_000, async () => {
      const metrics = await ask('/metrics');
      return (
        metrics.text.includes('darkroom_executions_total{outcome="succeeded",component=""} 1') && metrics
      );
    });
    assert.match(text, /darkroom_http_requests_total\{method="POST",route="\/v1\/upload",status="20\d"\} 1/);
    assert.match(text, /darkroom_step_seconds_count\{component="resize"\} 1/);
    assert.match(text, /^darkroom_workers 1$/m);
    assert.match(text, /^darkroom_queue_waiting 0$/m);
    assert.match(text, /^nodejs_eventloop_lag_seconds /m);
  });

  it('returns the request id in the answer and logs it, without any secret', async () => {
    const client = clientOf(service);
    const { headers } = await client.ok('GET /v1/workflow?limit=1', {
      headers: { 'x-request-id': 'mine-1' },
    });
    assert.equal(headers.get('x-request-id'), 'mine-1');
    const line = await until('the request is in the log', 5_000, () =>
      service.complaints().find((one) => one.includes('"request":"mine-1"')),
    );
    const { level, method, route, status } = JSON.parse(line);
    assert.deepEqual(
      { level, method, route, status },
      { level: 'info', method: 'GET', route: '/v1/workflow', status: 200 },
    );
    assert.ok(!service.complaints().some((one) => one.includes(ADMINISTRATOR_KEY)));
  });

  it('turns unready at a signal to stop, before the API stops answering', async () => {
    signal(service.pid, 'SIGTERM');
    await until('the process is unready', 1_000, async () => (await ask('/readyz')).status === 503);
    assert.equal((await clientOf(service).call('GET /v1/workflow')).status, 200);
    assert.equal((await service.exit).code, 0);
  });
});
