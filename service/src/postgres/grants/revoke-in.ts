import type { Grants } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const REVOKE_IN = statement<{ id: string }>(`
  with ended as (
    update grants set revoked_at = now()
    where organization_id = $1 and id = $2 and ($3::uuid is null or user_id = $3) and revoked_at is null
    returning *
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $4, 'device.revoke', id,
    jsonb_build_object('clientId', client_id, 'userId', user_id,
      'email', (select email from users where id = ended.user_id))
  from ended
  returning id`);

export const revokeIn =
  (run: Run): Grants['revokeIn'] =>
  async (organizationId, onlyOf, id, by) =>
    (await run(REVOKE_IN, [organizationId, id, onlyOf ?? null, by])).length > 0;
