import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import type { ExecutionRecord } from '../../../src/domain/executions/execution-record.ts';
import { clientOf } from '../../faults/support/client.ts';
import { seededRandom } from '../../faults/support/random.ts';
import { atTheEnd, cleanUp, newDataFolder, runCommand, startService } from '../../faults/support/service.ts';
import { freshDatabase } from '../../support/database/database.ts';
import { until } from '../../support/until.ts';
import { startEndpoint } from '../../support/webhooks/webhook-endpoint.ts';

after(cleanUp);

const ROUNDS = Number(process.env['DARKROOM_FAULT_ROUNDS'] ?? 1);
const SEED = Number(process.env['DARKROOM_FAULT_SEED'] ?? randomInt(2 ** 31));

// These are more images than a background step takes at once, so that one step is committed and the next one is killed.
// A lot of 200 at AQL 4.0 has a sample of 32.
const IMAGES = 200;
const SAMPLE = 32;
const IN_ONE_STEP = 140;
const PRICE = 10;
const WITHIN_MS = 60_000;
const ADVISORY_LOCK = 4_242;

type Entries<Item> = { entries: Item[]; total: number };

/** Makes statements wait in the middle, so that the process that runs them can be killed there. */
const openBarrier = async (url: string) => {
  const session = new pg.Client(url);
  await session.connect();
  atTheEnd(() => session.end());
  await session.query(`
    create or replace function wait_for_the_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${ADVISORY_LOCK});
      return new;
    end $$`);
  return {
    /** Makes the next update of `table` that changes a row with this condition wait. */
    raise: async (table: string, condition: string) => {
      await session.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
      await session.query(`
        create or replace trigger wait_here before update on ${table}
        for each row when (${condition}) execute function wait_for_the_test()`);
    },
    untilReached: () =>
      until('a statement waits at the barrier', WITHIN_MS, async () => {
        const { rows } = await session.query(
          "select from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
          [ADVISORY_LOCK],
        );
        return rows.length > 0;
      }),
    lift: (table: string) =>
      session
        .query('select pg_advisory_unlock($1)', [ADVISORY_LOCK])
        .then(() => session.query(`drop trigger wait_here on ${table}`)),
    query: async <Row extends object>(text: string, values: unknown[]) =>
      (await session.query<Row>(text, values)).rows,
  };
};

for (let round = 1; round <= ROUNDS; round++)
  test(`a worker that is killed while it resumes, settles a lot or completes a batch does each once (${round})`, async (t) => {
    t.diagnostic(`DARKROOM_FAULT_SEED=${SEED} DARKROOM_FAULT_ROUNDS=${ROUNDS}`);
    const random = seededRandom(SEED + round);
    const { url, drop } = await freshDatabase({ connections: 2 });
    atTheEnd(drop);
    const env = {
      DATABASE_URL: url,
      DARKROOM_DATA_DIR: await newDataFolder(),
      DARKROOM_LANES: '1',
      DARKROOM_EGRESS_ALLOW: '127.0.0.1',
    };
    const api = clientOf(await startService('api', env));
    const { id: organization, client } = await api.openOrganization(1);
    const base = `/v1/organization/${organization}`;
    const receiver = await startEndpoint();
    atTheEnd(async () => receiver.close());
    const barrier = await openBarrier(url);

    // Creates more executions than the credits cover, in a batch with acceptance sampling.
    await client.ok(`PUT ${base}/settings`, { json: { autoResume: true } });
    const workflow = await client.addWorkflow();
    const contentHash = await client.upload();
    const batch = await client.json<{ id: string }>('POST /v1/batch', {
      json: {
        // Expects one execution more than there will be, so that the batch is not completed while executions are
        // unpaid.
        ...{ name: 'Shoes', expected: IMAGES + 1, webhooks: [`${receiver.url}/`] },
        ...{ qa: 'sample', qaSampling: { aql: 4, lotSize: IMAGES } },
      },
    });
    const body = { image: { name: 'shoe.png', contentHash }, labels: { service_batch_id: batch.id } };
    const made = await client.json<{ entries: { id: string }[] }>(
      `POST /v1/workflow/execution/create-many?workflow=${workflow}`,
      { json: Array.from({ length: IMAGES }, () => body) },
    );
    const ids = made.entries.map(({ id }) => id).sort();
    const counts = async () =>
      (await client.json<{ counts: Record<string, number> }>(`GET /v1/batch/${batch.id}`)).counts;
    assert.equal((await counts())['PAYMENT_REQUIRED'], IMAGES);

    // The worker is killed in the second step of the resumption.
    const blocked = ids[IN_ONE_STEP + Math.floor(random.between(0, IMAGES - IN_ONE_STEP))];
    await barrier.raise('executions', `new.id = '${blocked}' and new.status = 'CREATED'`);
    const first = await startService('worker', env);
    await api.ok(`POST ${base}/credits`, { json: { amount: IMAGES * PRICE, note: 'For all' } });
    await barrier.untilReached();
    await first.kill();
    assert.equal((await counts())['PAYMENT_REQUIRED'], IMAGES - IN_ONE_STEP);
    await barrier.lift('executions');

    const second = await startService('worker', env);
    const queue = await until('the sample is in the queue', WITHIN_MS, async () => {
      const found = await client.json<Entries<{ execution: ExecutionRecord }>>('GET /v1/qa/queue?limit=100');
      return found.total === SAMPLE && found.entries;
    });
    const held = await barrier.query<{ holds: number }>(
      'select distinct holds from executions where organization_id = $1',
      [organization],
    );
    assert.deepEqual(held, [{ holds: 1 }], 'each price was held once');

    // The worker is killed in the second step of the settlement.
    const sample = queue.map(({ execution }) => execution.id as string);
    const rest = ids.filter((id) => !sample.includes(id));
    const unsettled = rest[IN_ONE_STEP + Math.floor(random.between(0, rest.length - IN_ONE_STEP))];
    await barrier.raise('executions', `new.id = '${unsettled}' and new.status = 'COMPLETED'`);
    for (const id of sample) await client.ok(`POST /v1/workflow/execution/${id}/approve`, { json: {} });
    await barrier.untilReached();
    await second.kill();
    assert.equal((await counts())['COMPLETED'], SAMPLE + IN_ONE_STEP);
    await barrier.lift('executions');

    // The worker is killed while it completes the batch.
    await client.ok(`PUT /v1/batch/${batch.id}`, { json: { expected: IMAGES } });
    await barrier.raise('batches', 'new.rounds > old.rounds');
    const third = await startService('worker', env);
    await barrier.untilReached();
    assert.equal((await counts())['COMPLETED'], IMAGES);
    await third.kill();
    await barrier.lift('batches');

    const fourth = await startService('worker', env);
    await receiver.received(1);
    // If the batch were completed twice, the second completion would write a second message in the same statement.
    const completed = await until('the batch is completed', WITHIN_MS, async () => {
      const found = await client.json<{ status: string; round: number }>(`GET /v1/batch/${batch.id}`);
      return found.status === 'completed' && found;
    });
    assert.equal(completed.round, 1);
    const messages = await barrier.query<{ type: string; round: string }>(
      "select type, body #>> '{data,round}' as round from webhook_messages where organization_id = $1",
      [organization],
    );
    assert.deepEqual(messages, [{ type: 'batch.completed', round: '1' }]);
    const settled = await client.json<Entries<{ action: string }>>(`GET ${base}/audit-log?limit=1000`);
    const outcomes = settled.entries.filter(({ action }) => action.startsWith('review.lot-'));
    assert.deepEqual(
      outcomes.map(({ action }) => action),
      ['review.lot-accepted'],
    );
    const charges = await client.json<Entries<{ executionId: string }>>(
      `GET ${base}/ledger?kind=charge&limit=1000`,
    );
    assert.deepEqual(charges.entries.map(({ executionId }) => executionId).sort(), ids);
    assert.equal((await client.ok('GET /v1/organization/balance')).text, '1');
    const audit = await runCommand('audit', env);
    assert.deepEqual([audit.code, audit.stdout], [0, 'The books are in order.']);
    assert.deepEqual(fourth.logLines(), []);
  });
