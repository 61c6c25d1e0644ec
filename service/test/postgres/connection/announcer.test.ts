import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openAnnouncer } from '../../../src/postgres/connection/announcer.ts';
import { CHANNELS, channelOf, type Message } from '../../../src/postgres/connection/channels.ts';
import { statement } from '../../../src/postgres/connection/database.ts';
import { listen } from '../../../src/postgres/connection/listen.ts';
import { executionsIn } from '../../../src/postgres/executions/executions.ts';
import { workQueueIn } from '../../../src/postgres/work-queue/work-queue.ts';
import { holdLease, type WorkerLease } from '../../../src/postgres/workers/hold-lease.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { makeOrganization, newExecution } from '../../support/organization.ts';
import { until } from '../../support/until.ts';

const status = (entry: string, soon = false): Message => ({ channel: 'status', entry, soon });

describe('the announcer', () => {
  /** Announcements as lists of payloads. Each is under way until the test ends it. */
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

  it('sends a message that may wait, though no other comes', async () => {
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

describe('what is announced', () => {
  let fresh: FreshDatabase;
  before(async () => {
    fresh = await freshDatabase();
  });
  after(() => fresh.drop());

  it('is committed, and nothing of a transaction that was rolled back', async () => {
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
      // A commit of another connection is announced first: this one is not over.
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
    leases = await Promise.all([1, 2, 3, 4].map(() => holdLease(fresh.database, 60_000)));
    heard = [];
    for (const { listen: listenOn, number } of leases)
      await listenOn({ [channelOf('queue', number)]: () => heard.push(number) }, () => {});
  });
  after(async () => {
    await Promise.all(leases.map((lease) => lease.end()));
    await fresh.drop();
  });

  it('wakes one idle worker, and as many as there are executions', async () => {
    const { database } = fresh;
    const executions = executionsIn(database);
    const organization = await makeOrganization(database, 1_000);
    const queue = workQueueIn(database);
    const create = (count: number) =>
      executions.insertMany(
        organization.organizationId,
        Array.from({ length: count }, () => ({ execution: newExecution(organization) })),
      );
    /** Every message that was sent before is heard before this one. */
    const allHeard = async () => {
      const others = heard.length;
      const done = Promise.withResolvers<void>();
      await leases[0]!.listen({ end: () => done.resolve() }, () => {});
      await database.run(statement("select pg_notify('end', '')"), []);
      await done.promise;
      return heard.length - others;
    };
    await create(1);
    await until('a worker is woken', 5_000, () => heard.length > 0);
    await allHeard();
    assert.equal(heard.length, 1);

    // The first two workers are busy, so the others are woken.
    await queue.claim(leases[0]!.worker, 1);
    await create(1);
    await until('another is woken', 5_000, () => heard.length > 1);
    await queue.claim(leases[1]!.worker, 1);
    heard.length = 0;
    await create(2);
    await until('two are woken', 5_000, () => heard.length >= 2);
    await allHeard();
    assert.deepEqual(heard.toSorted(), [leases[2]!.number, leases[3]!.number].toSorted());

    // Without an idle worker the busy ones are told: the organization may be new to them.
    await queue.claim(leases[2]!.worker, 1);
    await queue.claim(leases[3]!.worker, 1);
    heard.length = 0;
    await create(1);
    await until('a busy worker is told', 5_000, () => heard.length > 0);
    await allHeard();
    assert.equal(heard.length, 1);
  });
});
