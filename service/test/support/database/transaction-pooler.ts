import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

const QUERY = 'Q';
const TERMINATE = 'X';
const READY = 'Z';
const AUTHENTICATION_OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * Stands in for PgBouncer in transaction mode: all clients share one connection to the server, and each query may use it in
 * turn. It knows simple queries only.
 */
export const openTransactionPooler = async (
  databaseUrl: string,
): Promise<{ url: string; close(): Promise<void> }> => {
  const target = new URL(databaseUrl);
  const server = connect(join(target.searchParams.get('host') ?? '', '.s.PGSQL.5432'));
  const answers = framesOf(server);
  const answer = async (): Promise<Buffer[]> => {
    const frames: Buffer[] = [];
    do frames.push((await answers.next()).value as Buffer);
    while (typeOf(frames.at(-1)!) !== READY);
    return frames;
  };
  server.write(startup({ user: target.username, database: target.pathname.slice(1) }));
  await answer();

  let last: Promise<unknown> = Promise.resolve();
  const ask = (query: Buffer): Promise<Buffer[]> => {
    const answered = last.then(() => {
      server.write(query);
      return answer();
    });
    last = answered;
    return answered;
  };

  const pooler = createServer(async (client) => {
    client.on('error', () => {});
    await once(client, 'data');
    client.write(Buffer.concat([AUTHENTICATION_OK, IDLE]));
    for await (const frame of framesOf(client)) {
      if (typeOf(frame) === TERMINATE) break;
      if (typeOf(frame) === QUERY) client.write(Buffer.concat(await ask(frame)));
    }
    client.end();
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  target.searchParams.delete('host');
  target.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  return {
    url: target.href,
    close: async () => {
      server.destroy();
      pooler.close();
      await once(pooler, 'close');
    },
  };
};

const typeOf = (frame: Buffer): string => String.fromCharCode(frame[0]!);

const startup = (parameters: Record<string, string>): Buffer => {
  const body = Buffer.from(`${Object.entries(parameters).flat().join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  // The version of the protocol: 3.0.
  head.writeInt32BE(0x30000, 4);
  return Buffer.concat([head, body]);
};

/** The messages of the PostgreSQL protocol: a letter, a length that includes itself, and a body. */
async function* framesOf(socket: Socket): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
  }
}
