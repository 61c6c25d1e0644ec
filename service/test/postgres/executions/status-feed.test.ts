import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { uuidv7 } from 'uuidv7';
import type { Status, StatusAt } from '../../../src/domain/executions/execution-states.ts';
import type { ExecutionId } from '../../../src/domain/ids.ts';
import type { Database } from '../../../src/postgres/connection/database.ts';
import { statusFeedIn } from '../../../src/postgres/executions/status-feed.ts';
import { tellStatus } from '../../../src/postgres/executions/tell-status.ts';

/**
 * A feed with a variable as its table, and with reads that end when the test says so: what is tested is the order
 * of events.
 */
const openFeed = () => {
  const table = new Map<ExecutionId, StatusAt>();
  const reads: { ids: ExecutionId[]; end(): Promise<void> }[] = [];
  const run = (_statement: unknown, [ids]: [ExecutionId[]]) => {
    const rows = ids.map((id) => ({ id, ...table.get(id) }));
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

const at = (version: number, status: Status): StatusAt => ({ version, status });

describe('the status feed', () => {
  const id = uuidv7() as ExecutionId;
  let opened: ReturnType<typeof openFeed>;
  afterEach(() => opened.feed.close());
  const open = () => {
    opened = openFeed();
    return opened;
  };
  const entry = (version: number, status: Status, of = id) => {
    const [message] = tellStatus([{ id: of, ...at(version, status) }]);
    return message!.entry;
  };

  it('sends a follower the status that was read, then each announced one, once each and without a query', () => {
    const { feed, reads } = open();
    const seen: Status[] = [];
    feed.follow(id, at(1, 'CREATED'), (status) => seen.push(status));
    for (const status of ['ACTIVE', 'ACTIVE', 'COMPLETED'] as const) {
      feed.notified(entry(9, 'FAILED', uuidv7() as ExecutionId));
      feed.notified(entry(2, status));
    }
    assert.deepEqual(seen, ['CREATED', 'ACTIVE', 'COMPLETED']);
    assert.equal(reads.length, 0);
  });

  it('begins with what was announced between reading and following, if that is newer', () => {
    const { feed } = open();
    const seen: Status[] = [];
    feed.notified(entry(2, 'COMPLETED'));
    feed.follow(id, at(2, 'ACTIVE'), (status) => seen.push(status));
    assert.deepEqual(seen, ['COMPLETED']);
  });

  it('ignores a message that is older than what was read, after a retry', async () => {
    const { feed } = open();
    const seen: Status[] = [];
    feed.notified(entry(2, 'FAILED'));
    feed.follow(id, at(3, 'CREATED'), (status) => seen.push(status));
    feed.notified(entry(2, 'FAILED'));
    assert.deepEqual(seen, ['CREATED']);
  });

  it('drops messages that arrive out of order', () => {
    const { feed } = open();
    const seen: Status[] = [];
    feed.follow(id, at(1, 'CREATED'), (status) => seen.push(status));
    const late = [entry(2, 'ACTIVE'), entry(2, 'FAILED'), entry(3, 'CREATED'), entry(3, 'PAYMENT_REQUIRED')];
    for (const message of [entry(4, 'CREATED'), ...late, entry(5, 'COMPLETED'), entry(5, 'ACTIVE')])
      feed.notified(message);
    // The follower has already seen the status of version 4.
    assert.deepEqual(seen, ['CREATED', 'COMPLETED']);
    assert.deepEqual(feed.recent(id), at(5, 'COMPLETED'));
  });

  it('never sends an older status after a newer one, also not from a slow read', async () => {
    const { feed, table, reads } = open();
    const seen: Status[] = [];
    table.set(id, at(2, 'ACTIVE'));
    feed.follow(id, at(2, 'ACTIVE'), (status) => seen.push(status));
    feed.recheckAll();
    feed.notified(entry(2, 'COMPLETED'));
    await reads[0]?.end();
    assert.deepEqual(seen, ['ACTIVE', 'COMPLETED']);
  });

  it('finds the change of a lost message by a recheck', async () => {
    const { feed, table, reads } = open();
    const waited = feed.finalStatus(id, at(2, 'ACTIVE'), new AbortController().signal);
    table.set(id, at(2, 'FAILED'));
    feed.recheckAll();
    await reads[0]?.end();
    assert.equal(await waited, 'FAILED');
  });

  it('stops waiting when the signal aborts', async () => {
    const { feed } = open();
    const stop = new AbortController();
    const waited = feed.finalStatus(id, at(2, 'ACTIVE'), stop.signal);
    stop.abort();
    assert.equal(await waited, undefined);
    assert.equal(await feed.finalStatus(id, at(2, 'ACTIVE'), stop.signal), undefined);
  });
});
