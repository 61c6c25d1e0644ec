import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { type Completions, cpuRatioOf, describeRounds, measureInTurns, ratioOf } from '../measure.ts';
import { startService } from '../services/service-under-test.ts';

/** The connections that the service opens to one receiver. */
const CONNECTIONS = 32;
const PER_ROUND = 6_000;
const ROUNDS = 5;
/** About as long as the message of a completed execution. */
const BODY = JSON.stringify({ type: 'execution.completed', data: { padding: 'x'.repeat(1_500) } });

const ADD = `insert into webhook_messages (organization_id, url, type, body)
  select $1, $2, 'execution.completed', $3 from generate_series(1, $4::integer)`;
const PENDING = 'select from webhook_messages where url = $1 and outcome is null limit 1';
/** The messages to receivers that never answer: one receiver has half of them, and fifty others have the rest. */
const TO_DEAD_RECEIVERS = 10_000;
const DEAD_RECEIVERS = 50;

export const webhooksBench: Bench = {
  name: 'webhooks',
  description: 'webhook deliveries per second to a fast receiver beside bare posts',
  run: async ({ folder, effort, atTheEnd }) => {
    const service = await startService({ folder });
    atTheEnd(service.stop);
    const database = new pg.Client(service.databaseUrl);
    await database.connect();
    atTheEnd(() => database.end());
    const receiver = await openReceiver();
    atTheEnd(receiver.close);
    const references = join(import.meta.dirname, '../references');
    const bare = fork(join(references, 'bare-posts.ts'));
    atTheEnd(() => bare.disconnect());
    const inMemory = fork(join(references, 'deliveries-without-database.ts'));
    atTheEnd(() => inMemory.disconnect());

    const deliver = async (from: number, to: number): Promise<Completions> => {
      const received = receiver.receive(to - from);
      await database.query(ADD, [service.organizationId, receiver.url, BODY, to - from]);
      const arrivals = await received;
      // The round ends when every delivery is recorded.
      while ((await database.query(PENDING, [receiver.url])).rowCount! > 0);
      return arrivals;
    };
    const sendBy =
      (sender: ChildProcess) =>
      async (from: number, to: number): Promise<Completions> => {
        const received = receiver.receive(to - from);
        const done = once(sender, 'message');
        sender.send({ url: receiver.url, count: to - from, connections: CONNECTIONS, body: BODY });
        await done;
        return received;
      };
    const measure = () =>
      measureInTurns({
        subjects: [
          { name: 'Darkroom', work: deliver },
          { name: 'without a database', work: sendBy(inMemory) },
          { name: 'bare posts', work: sendBy(bare) },
        ],
        rounds: ROUNDS,
        itemsPerRound: Math.ceil(PER_ROUND * effort),
        warmUpRounds: 1,
        edge: 4 * CONNECTIONS,
      });
    const rounds = await measure();

    const dead = await openDeadReceivers();
    atTheEnd(dead.close);
    const half = TO_DEAD_RECEIVERS / 2;
    for (const [place, url] of dead.urls.entries())
      await database.query(ADD, [
        service.organizationId,
        url,
        BODY,
        place === 0 ? half : half / DEAD_RECEIVERS,
      ]);
    const besideDead = await measure();
    return [
      {
        what: `webhook deliveries, signed and recorded / bare undici posts, ${CONNECTIONS} connections each`,
        darkroom: describeRounds(rounds, 'Darkroom'),
        reference: describeRounds(rounds, 'bare posts'),
        value: ratioOf(rounds, 'Darkroom', 'bare posts'),
        byCpu: cpuRatioOf(rounds, 'Darkroom', 'bare posts'),
        unit: '',
        target: { atLeast: 0.5 },
      },
      {
        what: `webhook deliveries, signed, claimed from memory and not recorded / bare undici posts`,
        darkroom: describeRounds(rounds, 'without a database'),
        reference: describeRounds(rounds, 'bare posts'),
        value: ratioOf(rounds, 'without a database', 'bare posts'),
        byCpu: cpuRatioOf(rounds, 'without a database', 'bare posts'),
        unit: '',
      },
      {
        what: `webhook deliveries while ${TO_DEAD_RECEIVERS} messages wait for receivers that never answer / without them`,
        darkroom: describeRounds(besideDead, 'Darkroom'),
        reference: describeRounds(rounds, 'Darkroom'),
        value: ratioOf(besideDead, 'Darkroom', 'bare posts') / ratioOf(rounds, 'Darkroom', 'bare posts'),
        unit: '',
        target: { atLeast: 0.5 },
      },
    ];
  },
};

/** Receivers at addresses of their own that take messages and never answer. */
const openDeadReceivers = async () => {
  const server = createServer(() => {});
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urls: Array.from({ length: 1 + DEAD_RECEIVERS }, (_, place) => `http://127.0.1.${place}:${port}/`),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** A receiver that answers at once and notes when each message came. */
const openReceiver = async () => {
  let arrivals: number[] = [];
  let wanted = 0;
  let complete: (() => void) | undefined;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      arrivals.push(performance.now());
      response.writeHead(204).end();
      if (arrivals.length === wanted) complete?.();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** The times at which the next `count` messages arrive. */
    receive: (count: number): Promise<Completions> => {
      const { promise, resolve } = Promise.withResolvers<Completions>();
      [arrivals, wanted] = [[], count];
      complete = () => resolve(arrivals);
      return promise;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
