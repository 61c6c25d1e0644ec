import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { uuidv7 } from 'uuidv7';
import type { ExecutionId, OrganizationId } from '../../../src/domain/ids.ts';
import { MAX_COUNTED_PLACES } from '../../../src/ports/queue.ts';
import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { queueIn, SAMPLE_THROUGHPUT } from '../../../src/postgres/queue-depth.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';

// Each execution has waited a second longer than the next one.
const ADD_WAITING = statement<{ id: ExecutionId }>(`
  insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id,
    created_at, queued_at, input_file_name, inputs, settings, labels, webhooks, price, hold, holds)
  select gen_random_uuid(), $1, $1, $1, '', 'CREATED', $1, now() - ago, now() - ago, '', '{}', '{}', '{}', '{}', 1, 1, 1
  from generate_series(1, $2::integer) number, lateral (select number * interval '1 second' as ago) waited
  order by number desc returning id`);
const SET_PLACE = statement('update executions set priority = $2, paused = $3 where id = $1');
const ADD_FINISHED = statement(`
  insert into execution_counts (organization_id, workflow_id, in_batch, status, difference)
  values ($1, gen_random_uuid(), false, 'COMPLETED', $2)`);
// Makes all samples so far look this many seconds older.
const AGE = statement(
  "update throughput_samples set at = at - $2 * interval '1 second' where organization_id = $1",
);
const COUNT_SAMPLES = statement<{ count: number }>(
  'select count(*) from throughput_samples where organization_id = $1',
);

describe('the depth of the queue', { timeout: 60_000 }, () => {
  let fresh: FreshDatabase;
  let database: Database;
  before(async () => {
    fresh = await freshDatabase();
    database = fresh.database;
  });
  after(() => fresh.drop());
  const newOrganization = () => uuidv7() as OrganizationId;

  test('places are counted up to a bound, and the number of waiting executions beyond it', async () => {
    const id = newOrganization();
    const queued = await database.run(ADD_WAITING, [id, MAX_COUNTED_PLACES + 2_000]);
    const queue = queueIn(database);
    const place = async (index: number) => (await queue.placeOf(id, queued[index]!.id))?.position;
    assert.deepEqual(
      [await place(0), await place(1), await place(9_998), await place(9_999), await place(11_999)],
      [1, 2, 9_999, 10_000, 10_000],
    );
    const { waiting, oldestWaitingAt } = await queue.ofOrganization(id);
    assert.equal(waiting, MAX_COUNTED_PLACES + 2_000);
    assert.ok(Math.abs(Date.now() - oldestWaitingAt!.getTime() - 12_000_000) < 60_000);
    assert.deepEqual((await queue.ofPlatform()).oldestWaitingAt, oldestWaitingAt);
  });

  test('places follow the priority, and an execution of a paused batch has none', async () => {
    const id = newOrganization();
    const [first, second, third] = await database.run(ADD_WAITING, [id, 3]);
    await database.run(SET_PLACE, [third!.id, 9, false]);
    await database.run(SET_PLACE, [first!.id, 5, true]);
    const places = await Promise.all(
      [first, second, third].map(async (one) => (await queueIn(database).placeOf(id, one!.id))?.position),
    );
    assert.deepEqual(places, [null, 2, 1]);
  });

  test('throughput counts what finished between samples of the last five minutes, each once', async () => {
    const id = newOrganization();
    const queue = queueIn(database);
    const finish = async (count: number, run = database.run) => {
      await run(ADD_FINISHED, [id, count]);
      await run(SAMPLE_THROUGHPUT, []);
    };
    const throughput = async () => (await queue.ofOrganization(id)).throughputPerMinute;
    // A second sample with the same time changes nothing, and the next sample counts the executions that it left
    // out. Within one transaction, now() stays the same.
    await database.transaction(async (run) => {
      await finish(50, run);
      await finish(5, run);
    });
    assert.equal(await throughput(), 10);
    await database.run(AGE, [id, 60]);
    await finish(20);
    assert.equal(await throughput(), 15);
    await database.run(AGE, [id, 290]);
    assert.equal(await throughput(), 5);
    // A retry lowers the count of finished executions. The throughput must not become negative because of that.
    await finish(-10);
    assert.equal(await throughput(), 5);
    await database.run(AGE, [id, 700]);
    assert.equal(await throughput(), 0);
    await finish(5);
    assert.equal(await throughput(), 1);
    await database.run(SAMPLE_THROUGHPUT, []);
    assert.equal((await database.run(COUNT_SAMPLES, [id]))[0]?.count, 1, 'old samples are deleted');
  });

  test('the rate of an organization with waiting work is measured since it has been waiting', async () => {
    const id = newOrganization();
    const queue = queueIn(database);
    await database.run(ADD_FINISHED, [id, 100]);
    await database.run(SAMPLE_THROUGHPUT, []);
    assert.equal((await queue.ofOrganization(id)).busy, undefined);
    await database.run(AGE, [id, 200]);
    await database.run(ADD_WAITING, [id, 60]);
    assert.equal((await queue.ofOrganization(id)).busy, undefined, 'nothing finished since then');
    await database.run(ADD_FINISHED, [id, 30]);
    await database.run(SAMPLE_THROUGHPUT, []);
    const { busy } = await queue.ofOrganization(id);
    assert.equal(busy?.finished, 30);
    assert.ok(Math.abs(busy.seconds - 60) < 5);
  });
});
