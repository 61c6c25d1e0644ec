import type { OAuthClient, OAuthClients } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';
import { type Listed, pageOf } from '../page-of.ts';
import { CLIENT_COLUMNS } from './find.ts';

const LIST = statement<Listed<OAuthClient>>(`
  with valid as (select * from oauth_clients where removed_at is null)
  select counted.total, client.*
  from (select count(*) as total from valid) counted
  left join (
    select ${CLIENT_COLUMNS} from valid order by created_at desc, id desc limit $1 offset $2
  ) client on true
  order by client."createdAt" desc, client.id desc`);

export const list =
  (run: Run): OAuthClients['list'] =>
  async ({ limit, offset }) =>
    pageOf<OAuthClient>(await run(LIST, [limit, offset]));
