import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../support/until.ts';

const QUIET_MS = 100;

/** A proxy to a database server. Its connections can be cut, or pass no data while they stay open. */
export type DatabaseProxy = {
  /** The address of the database through this proxy. */
  url: string;
  connections(): number;
  /** Waits until nothing was sent in either direction for a moment, so that every response has arrived. */
  untilQuiet(): Promise<void>;
  cut(): Promise<void>;
  /** Holds back all data in both directions. New connections are accepted, but get no data. */
  hang(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
};

export const openDatabaseProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const real = new URL(databaseUrl);
  const target = join(real.searchParams.get('host')!, '.s.PGSQL.5432');
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-proxy-'));
  const path = join(folder, '.s.PGSQL.5432');
  real.searchParams.set('host', folder);
  const pairs = new Set<[Socket, Socket]>();
  let hanging = false;
  let heardAt = 0;

  const connect = (near: Socket, far: Socket) => {
    if (near.destroyed || far.destroyed) return;
    near.pipe(far);
    far.pipe(near);
  };
  const part = (near: Socket, far: Socket) => {
    near.unpipe(far);
    far.unpipe(near);
    near.pause();
    far.pause();
  };
  const open = () => {
    const server = createServer((near) => {
      const far = createConnection(target);
      const pair: [Socket, Socket] = [near, far];
      pairs.add(pair);
      const end = () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      };
      const heard = () => {
        heardAt = performance.now();
      };
      for (const socket of pair) socket.on('error', end).on('close', end).on('data', heard);
      if (hanging) part(near, far);
      else connect(near, far);
    });
    return new Promise<typeof server>((resolve) => {
      server.listen(path, () => resolve(server));
    });
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
    await closed;
  };
  let server = await open();

  return {
    url: real.href,
    connections: () => pairs.size,
    untilQuiet: async () => {
      await until('the connections are quiet', 10_000, () => performance.now() - heardAt > QUIET_MS);
    },
    cut,
    hang: () => {
      hanging = true;
      for (const [near, far] of pairs) part(near, far);
    },
    restore: async () => {
      hanging = false;
      for (const [near, far] of pairs) connect(near, far);
      if (!server.listening) server = await open();
    },
    close: async () => {
      if (server.listening) await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
