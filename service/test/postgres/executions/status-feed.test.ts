import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { uuidv7 } from 'uuidv7';
import type { Status } from '../../../src/domain/executions/execution-states.ts';
import type { ExecutionId } from '../../../src/domain/ids.ts';
import type { Database } from '../../../src/postgres/connection/database.ts';
import { statusFeedIn } from '../../../src/postgres/executions/status-feed.ts';

/** The table as a variable, and reads that end when the test says so: what is tested is the order of events. */
const openFeed = () => {
  const table = new Map<ExecutionId, Status>();
  const reads: { ids: ExecutionId[]; end(): Promise<void> }[] = [];
  const run = (_statement: unknown, [ids]: [ExecutionId[]]) => {
    const rows = ids.map((id) => ({ id, status: table.get(id) }));
    return new Promise((resolve) => {
      reads.push({
        ids,
        end: async () => {
          resolve(rows);
          await new Promise(setImmediate);
        },
      });
    });
  };
  return { feed: statusFeedIn({ run } as unknown as Database), table, reads };
};

describe('the status feed', () => {
  const id = uuidv7() as ExecutionId;
  let opened: ReturnType<typeof openFeed>;
  afterEach(() => opened.feed.close());
  const open = () => {
    opened = openFeed();
    return opened;
  };

  it('sends a follower the status that was read, then each notified one, once each and without a query', () => {
    const { feed, reads } = open();
    const seen: Status[] = [];
    feed.follow(id, 'CREATED', (status) => seen.push(status));
    for (const status of ['ACTIVE', 'ACTIVE', 'COMPLETED'])
      feed.notified(`${uuidv7()}=FAILED,${id}=${status}`);
    assert.deepEqual(seen, ['CREATED', 'ACTIVE', 'COMPLETED']);
    assert.equal(reads.length, 0);
  });

  it('looks again when another status was notified between reading and following', async () => {
    const { feed, table, reads } = open();
    const seen: Status[] = [];
    feed.notified(`${id}=COMPLETED`);
    table.set(id, 'COMPLETED');
    feed.follow(id, 'ACTIVE', (status) => seen.push(status));
    await reads[0]?.end();
    assert.deepEqual(seen, ['COMPLETED']);
  });

  it('is not misled by an old notification when the execution was retried before it was read', async () => {
    const { feed, table, reads } = open();
    const seen: Status[] = [];
    feed.notified(`${id}=FAILED`);
    table.set(id, 'CREATED');
    feed.follow(id, 'CREATED', (status) => seen.push(status));
    await reads[0]?.end();
    assert.deepEqual(seen, ['CREATED']);
  });

  it('never sends an older status after a newer one', async () => {
    const { feed, table, reads } = open();
    const seen: Status[] = [];
    table.set(id, 'ACTIVE');
    feed.follow(id, 'ACTIVE', (status) => seen.push(status));
    feed.recheckAll();
    feed.notified(`${id}=COMPLETED`);
    await reads[0]?.end();
    assert.deepEqual(seen, ['ACTIVE', 'COMPLETED']);
  });

  it('finds by a recheck what a lost notification would have sent', async () => {
    const { feed, table, reads } = open();
    const waited = feed.finalStatus(id, 'ACTIVE', new AbortController().signal);
    table.set(id, 'FAILED');
    feed.recheckAll();
    await reads[0]?.end();
    assert.equal(await waited, 'FAILED');
  });

  it('waits no longer than the signal says', async () => {
    const { feed } = open();
    const stop = new AbortController();
    const waited = feed.finalStatus(id, 'ACTIVE', stop.signal);
    stop.abort();
    assert.equal(await waited, undefined);
    assert.equal(await feed.finalStatus(id, 'ACTIVE', stop.signal), undefined);
  });
});
