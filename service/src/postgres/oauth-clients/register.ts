import type { OAuthClient, OAuthClients } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';
import { CLIENT_COLUMNS } from './find.ts';

// One that was removed may come back under its id; the grants of its former life stay revoked.
const REGISTER = statement<OAuthClient>(`
  with registered as (
    insert into oauth_clients as client (id, name, rotate_refresh_tokens) values ($1, $2, $3)
    on conflict (id) do update
      set name = excluded.name, rotate_refresh_tokens = excluded.rotate_refresh_tokens, removed_at = null,
        created_at = now()
      where client.removed_at is not null
    returning *
  ), noted as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select $4, $5, 'oauth-client.register', id, jsonb_build_object('name', name) from registered
  )
  select ${CLIENT_COLUMNS} from registered`);

export const register =
  (run: Run): OAuthClients['register'] =>
  async ({ id, name, rotateRefreshTokens }, { organizationId, userId }) =>
    (await run(REGISTER, [id, name, rotateRefreshTokens, organizationId, userId]))[0];
