// Posts the same body to a URL with undici, as often and with as many connections as a message from the parent asks for.
import { Pool } from 'undici';

type Order = { url: string; count: number; connections: number; body: string };

process.on('message', async ({ url, count, connections, body }: Order) => {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  let sent = 0;
  const post = async () => {
    while (sent++ < count) {
      const headers = { 'content-type': 'application/json' };
      const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, post));
  await pool.close();
  process.send?.('done');
});
