import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';

/** Opens a port on loopback for the socket of a test database, which only this account may use. */
export const openDatabasePort = async (databaseUrl: string) => {
  const url = new URL(databaseUrl);
  const socket = join(url.searchParams.get('host')!, '.s.PGSQL.5432');
  const relay = createServer((near) => {
    const far = connect(socket);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo;
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  return {
    port,
    /** The database at the port. */
    url: url.href,
    close: async () => {
      relay.close();
      await once(relay, 'close');
    },
  };
};
