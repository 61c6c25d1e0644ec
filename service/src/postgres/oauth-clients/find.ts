import type { OAuthClient, OAuthClients } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

export const CLIENT_COLUMNS = `id, name, rotate_refresh_tokens as "rotateRefreshTokens", built_in as "builtIn",
  created_at as "createdAt"`;

const FIND = statement<OAuthClient>(
  `select ${CLIENT_COLUMNS} from oauth_clients where id = $1 and removed_at is null`,
);

export const find =
  (run: Run): OAuthClients['find'] =>
  async (id) =>
    (await run(FIND, [id]))[0];
