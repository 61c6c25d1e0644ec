import type { OAuthClient, OAuthClients } from '../../ports/people/oauth.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { type Listed, pageOf } from '../connection/page-of.ts';

const ENSURE = statement(`
  insert into oauth_clients as client (id, name, rotate_refresh_tokens)
  select * from unnest($1::text[], $2::text[], $3::boolean[])
  on conflict (id) do update
    set name = excluded.name, rotate_refresh_tokens = excluded.rotate_refresh_tokens, removed_at = null`);

const ensure =
  (run: Run): OAuthClients['ensure'] =>
  async (clients) => {
    if (clients.length === 0) return;
    await run(ENSURE, [
      clients.map(({ id }) => id),
      clients.map(({ name }) => name),
      clients.map(({ rotateRefreshTokens }) => rotateRefreshTokens),
    ]);
  };

const CLIENT_COLUMNS = `id, name, rotate_refresh_tokens as "rotateRefreshTokens", built_in as "builtIn",
  created_at as "createdAt"`;

const FIND = statement<OAuthClient>(
  `select ${CLIENT_COLUMNS} from oauth_clients where id = $1 and removed_at is null`,
);

const find =
  (run: Run): OAuthClients['find'] =>
  async (id) =>
    (await run(FIND, [id]))[0];

const LIST = statement<Listed<OAuthClient>>(`
  with valid as (select * from oauth_clients where removed_at is null)
  select counted.total, client.*
  from (select count(*) as total from valid) counted
  left join (
    select ${CLIENT_COLUMNS} from valid order by created_at desc, id desc limit $1 offset $2
  ) client on true
  order by client."createdAt" desc, client.id desc`);

const list =
  (run: Run): OAuthClients['list'] =>
  async ({ limit, offset }) =>
    pageOf<OAuthClient>(await run(LIST, [limit, offset]));

// A removed client can be registered again under its id. Its earlier grants stay revoked.
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

const register =
  (run: Run): OAuthClients['register'] =>
  async ({ id, name, rotateRefreshTokens }, { organizationId, userId }) =>
    (await run(REGISTER, [id, name, rotateRefreshTokens, organizationId, userId]))[0];

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

const remove =
  (run: Run): OAuthClients['remove'] =>
  async (id, { organizationId, userId }) =>
    (await run(REMOVE, [id, organizationId, userId])).length > 0;

export const oauthClientsIn = ({ run }: Database): OAuthClients => ({
  find: find(run),
  list: list(run),
  register: register(run),
  ensure: ensure(run),
  remove: remove(run),
});
