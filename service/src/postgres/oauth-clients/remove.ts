import type { OAuthClients } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const REMOVE = statement<{ id: string }>(`
  with client as (
    update oauth_clients set removed_at = now() where id = $1 and removed_at is null and not built_in
    returning id, name
  ), noted as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select $2, $3, 'oauth-client.remove', id, jsonb_build_object('name', name) from client
  ), ended as (
    update grants set revoked_at = now() from client where client_id = client.id and revoked_at is null
  )
  select id from client`);

export const remove =
  (run: Run): OAuthClients['remove'] =>
  async (id, { organizationId, userId }) =>
    (await run(REMOVE, [id, organizationId, userId])).length > 0;
