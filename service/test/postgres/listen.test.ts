import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { type Database, openDatabase, statement } from '../../src/postgres/connection/database.ts';
import { listen } from '../../src/postgres/connection/listen.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';

let fresh: FreshDatabase;
before(async () => {
  fresh = await freshDatabase();
});
after(() => fresh.drop());

const notify = (channel: string, payload: string) =>
  fresh.database.run(statement('select pg_notify($1, $2)'), [channel, payload]);

/** Records what a listener hears, as events that a test can await one after another. */
const record = async (database: Database, channels: string[]) => {
  const heard: string[] = [];
  let wake = () => {};
  const hear = (event: string) => {
    heard.push(event);
    wake();
  };
  const each = channels.map((channel) => [channel, (message: string) => hear(`${channel}: ${message}`)]);
  const listener = await listen(database, Object.fromEntries(each), () => hear('reconnected'));
  const next = async () => {
    while (heard.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return heard.shift();
  };
  return { ...listener, next, heard };
};

const endSessions = () =>
  fresh.database.run(
    statement<{ pid: number }>(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like 'listen%'`,
    ),
    [],
  );

test('a listener hears its channels and no others', async () => {
  const listener = await record(fresh.database, ['work', 'Status of "all"']);
  await notify('other', '0');
  await notify('work', '1');
  await notify('Status of "all"', '2');
  assert.equal(await listener.next(), 'work: 1');
  assert.equal(await listener.next(), 'Status of "all": 2');
  await listener.close();
});

test('a listener whose connection ends reconnects, reports it, and receives again', async () => {
  const listener = await record(fresh.database, ['work']);
  for (const payload of ['1', '2']) {
    assert.equal((await endSessions()).length, 1);
    assert.equal(await listener.next(), 'reconnected');
    await notify('work', payload);
    assert.equal(await listener.next(), `work: ${payload}`);
  }
  await listener.close();
});

test('a closed listener releases its connection and does not reconnect', async () => {
  const listener = await record(fresh.database, ['work']);
  await listener.close();
  await listener.close();
  assert.equal((await endSessions()).length, 0);
  assert.deepEqual(listener.heard, []);
});

test('a listener that cannot connect fails at once', async () => {
  const database = openDatabase('postgresql://nobody@127.0.0.1:1/none', { connections: 1 });
  await assert.rejects(record(database, ['work']), /ECONNREFUSED/);
  await database.close();
});

test('a connection that has gone silent is replaced, and closing does not wait for the server', async () => {
  const line = await silenceableLine(fresh.url);
  const database = openDatabase(line.url, { connections: 1 });
  const listener = await record(database, ['work']);
  line.silence();
  assert.equal(await listener.next(), 'reconnected');
  await notify('work', 'after');
  assert.equal(await listener.next(), 'work: after');
  line.refuse();
  await endSessions();
  await listener.close();
  await database.close();
  line.close();
});

test('closing does not wait for a server that fell silent a moment before', async () => {
  const line = await silenceableLine(fresh.url);
  const database = openDatabase(line.url, { connections: 1 });
  const listener = await record(database, ['work']);
  line.silence();
  await listener.close();
  await database.close();
  line.close();
});

/** A TCP proxy to the server whose connections can stop passing bytes without ending, as after a pulled cable. */
const silenceableLine = async (target: string) => {
  const url = new URL(target);
  const path = `${url.searchParams.get('host')}/.s.PGSQL.${url.port}`;
  const ends = new Set<Socket>();
  let refusing = false;
  const server = createServer((near) => {
    if (refusing) return near.destroy();
    const far = connect(path);
    near.pipe(far).pipe(near);
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => {});
    }
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    silence: () => {
      for (const end of ends) end.unpipe().pause();
    },
    refuse: () => {
      refusing = true;
    },
    close: () => {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
};
