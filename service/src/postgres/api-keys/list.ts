import type { ApiKey, ApiKeys } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';
import { type Listed, pageOf } from '../page-of.ts';
import { API_KEY_COLUMNS } from './create.ts';

const LIST = statement<Listed<ApiKey>>(`
  with valid as (select * from api_keys where organization_id = $1 and revoked_at is null)
  select counted.total, key.*
  from (select count(*) as total from valid) counted
  left join (
    select ${API_KEY_COLUMNS} from valid order by created_at desc, id desc limit $2 offset $3
  ) key on true
  order by key."createdAt" desc, key.id desc`);

export const list =
  (run: Run): ApiKeys['list'] =>
  async (id, { limit, offset }) =>
    pageOf<ApiKey>(await run(LIST, [id, limit, offset]));
