import type { Grants, RefreshState } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const FIND = statement<RefreshState>(`
  select given.id, given.client_id as "clientId", given.user_id as "userId",
    given.organization_id as "organizationId", given.scope, client.rotate_refresh_tokens as rotates,
    given.revoked_at is null and given.expires_at > now() and token.expires_at > now()
      and client.removed_at is null as valid,
    token.used_at is not null as used,
    given.last_used_at < now() - interval '1 minute' as "useIsDue"
  from refresh_tokens token
  join grants given on given.id = token.grant_id
  join oauth_clients client on client.id = given.client_id
  where token.token_hash = $1`);

export const findByRefreshToken =
  (run: Run): Grants['findByRefreshToken'] =>
  async (tokenHash) =>
    (await run(FIND, [tokenHash]))[0];
