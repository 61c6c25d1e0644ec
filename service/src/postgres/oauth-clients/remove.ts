import type { OAuthClients } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const REMOVE = statement<{ id: string }>(`
  with client as (
    update oauth_clients set removed_at = now() where id = $1 and removed_at is null and not built_in
    returning id
  ), ended as (
    update grants set revoked_at = now() from client where client_id = client.id and revoked_at is null
  )
  select id from client`);

export const remove =
  (run: Run): OAuthClients['remove'] =>
  async (id) =>
    (await run(REMOVE, [id])).length > 0;
