import type { Device, Grants } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';
import { type Listed, pageOf } from '../page-of.ts';

const LIST = statement<Listed<Device>>(`
  with valid as (
    select * from grants
    where organization_id = $1 and ($2::uuid is null or user_id = $2) and revoked_at is null and expires_at > now()
  )
  select counted.total, device.*
  from (select count(*) as total from valid) counted
  left join (
    select valid.id, valid.client_id as "clientId", client.name as "clientName", valid.user_id as "userId",
      account.email as "userEmail", valid.created_at as "createdAt", valid.last_used_at as "lastUsedAt"
    from valid
    join oauth_clients client on client.id = valid.client_id
    join users account on account.id = valid.user_id
    order by valid.created_at desc, valid.id desc limit $3 offset $4
  ) device on true
  order by device."createdAt" desc, device.id desc`);

export const list =
  (run: Run): Grants['list'] =>
  async (organizationId, onlyOf, { limit, offset }) =>
    pageOf<Device>(await run(LIST, [organizationId, onlyOf ?? null, limit, offset]));
