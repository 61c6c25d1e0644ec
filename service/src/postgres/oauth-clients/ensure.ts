import type { OAuthClients } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const ENSURE = statement(`
  insert into oauth_clients as client (id, name, rotate_refresh_tokens)
  select * from unnest($1::text[], $2::text[], $3::boolean[])
  on conflict (id) do update
    set name = excluded.name, rotate_refresh_tokens = excluded.rotate_refresh_tokens, removed_at = null`);

export const ensure =
  (run: Run): OAuthClients['ensure'] =>
  async (clients) => {
    if (clients.length === 0) return;
    await run(ENSURE, [
      clients.map(({ id }) => id),
      clients.map(({ name }) => name),
      clients.map(({ rotateRefreshTokens }) => rotateRefreshTokens),
    ]);
  };
