import type { ApiKeys } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

const REVOKE = statement<{ id: string }>(`
  with revoked as (
    update api_keys set revoked_at = now()
    where organization_id = $1 and id = $2 and revoked_at is null
    returning *
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $3::uuid, 'key.revoke', id, jsonb_build_object('name', name) from revoked
  returning id`);

export const revoke =
  (run: Run): ApiKeys['revoke'] =>
  async (id, key, by) =>
    (await run(REVOKE, [id, key, by ?? null])).length > 0;
