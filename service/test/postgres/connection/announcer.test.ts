import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openAnnouncer } from '../../../src/postgres/connection/announcer.ts';
import {
  CHANNELS,
  channelOf,
  LISTENING_WORKERS,
  type Message,
} from '../../../src/postgres/connection/channels.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { listen } from '../../../src/postgres/connection/listen.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { holdLease, type WorkerLease } from '../../../src/postgres/workers/hold-lease.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/database.ts';
import { makeOrganization, newExecution } from '../../support/organization.ts';
import { until } from '../../support/until.ts';

const status = (entry: string, soon = false): Message => ({ channel: 'status', entry, soon });

describe('the announcer', () => {
  /** An announcer, and its announcements as lists of payloads. Each announcement lasts until the test ends it. */
  const open = () => {
    const sent: string[][] = [];
    let end = () => {};
    const announcer = openAnnouncer((_, [, payloads]) => {
      sent.push(payloads as string[]);
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    return { ...announcer, sent, end: () => end() };
  };

  it('sends the first message at once, and all that arrive meanwhile together', async () => {
    const { add, sent, end } = open();
    add([status('a')]);
    assert.deepEqual(sent, [['a']]);
    add([status('b')]);
    add([status('c'), status('b')]);
    assert.equal(sent.length, 1);
    end();
    await until('the rest is sent', 5_000, () => sent.length === 2);
    assert.deepEqual(sent[1], ['b,c']);
    end();
  });

  it('lets a message that may wait share the announcement of the next one', () => {
    const { add, sent, end } = open();
    add([status('active', true)]);
    assert.equal(sent.length, 0);
    add([status('completed')]);
    assert.deepEqual(sent, [['active,completed']]);
    end();
  });

  it('sends a message that may wait when no other message comes', async () => {
    const { add, sent, end } = open();
    add([status('active', true)]);
    await until('it is sent', 5_000, () => sent.length === 1);
    end();
  });

  it('never makes a payload longer than PostgreSQL allows', () => {
    const { add, sent, end } = open();
    const entries = Array.from({ length: 1_000 }, (_, index) => `${index}`.padStart(50, '0'));
    add(entries.map((entry) => status(entry)));
    const [payloads = []] = sent;
    assert.ok(payloads.every(({ length }) => length < 8_000));
    assert.deepEqual(payloads.join(',').split(','), entries);
    end();
  });

  it('sends what waits before it is closed', async () => {
    const { add, flush, sent, end } = open();
    add([status('active', true)]);
    const flushed = flush();
    assert.equal(sent.length, 1);
    end();
    await flushed;
  });
});

describe('an announced change', () => {
  let fresh: FreshDatabase;
  before(async () => {
    fresh = await freshDatabase();
  });
  after(() => fresh.drop());

  it('is committed, and a rolled-back transaction announces nothing', async () => {
    const { database } = fresh;
    const heard: string[] = [];
    const listener = await listen(database, { [CHANNELS.status]: (entry) => heard.push(entry) }, () => {});
    const change = statement<{ entry: string }>('select $1::text as entry', (rows) =>
      rows.map(({ entry }) => status(entry)),
    );
    const rolledBack = database.transaction(async (run) => {
      await run(change, ['undone']);
      throw new Error('no');
    });
    await assert.rejects(rolledBack, /no/);
    await database.transaction(async (run) => {
      await run(change, ['in a transaction']);
      // The commit of another connection is announced first, because this transaction is not over.
      await database.run(change, ['alone']);
      await until('the other is announced', 5_000, () => heard.length === 1);
    });
    await until('both are announced', 5_000, () => heard.length === 2);
    assert.deepEqual(heard, ['alone', 'in a transaction']);
    await listener.close();
  });
});

describe('a queued execution', () => {
  let fresh: FreshDatabase;
  let leases: WorkerLease[];
  let heard: number[];
  before(async () => {
    fresh = await freshDatabase();
    leases = [];
    // The leases are taken one after the other, so that they are in the order of their numbers.
    for (let count = 0; count < 5; count++) leases.push(await holdLease(fresh.database, 60_000));
    heard = [];
    for (const { listen: listenOn, number } of leases)
      await listenOn({ [channelOf('queue', number)]: () => heard.push(number) }, () => {});
  });
  after(async () => {
    await Promise.all(leases.map((lease) => lease.end()));
    await fresh.drop();
  });

  it('wakes as many of the listening workers as there are executions, idle ones first', async () => {
    const { database } = fresh;
    const executions = executionsIn(database);
    const organization = await makeOrganization(database, 1_000);
    const queue = workQueueIn(database);
    const [first, second] = leases.map(({ number }) => number);
    const create = async (count: number) => {
      heard.length = 0;
      const items = Array.from({ length: count }, () => ({ execution: newExecution(organization) }));
      await executions.insertMany(organization.organizationId, items);
      await until('workers are woken', 5_000, () => heard.length >= Math.min(count, LISTENING_WORKERS));
      // Notifications arrive in the order in which they were sent: when this one arrives, those of the last
      // announcement have arrived too.
      const done = Promise.withResolvers<void>();
      const listener = await listen(database, { end: () => done.resolve() }, () => {});
      await database.run(statement("select pg_notify('end', '')"), []);
      await done.promise;
      await listener.close();
      return heard.toSorted((one, other) => one - other);
    };
    assert.equal((await create(1)).length, 1);
    assert.deepEqual(await create(9), [first, second]);

    await queue.claim(leases[0]!.worker, 1);
    assert.deepEqual(await create(1), [second]);

    // When no worker is idle, a busy one is notified: the organization may be new to it.
    await queue.claim(leases[1]!.worker, 1);
    assert.equal((await create(1)).length, 1);
  });
});
