import type { Grants } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const REVOKE = statement(`
  with ended as (
    update grants set revoked_at = now() where id = $1 and revoked_at is null returning *
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, user_id, 'device.disconnect', id, jsonb_build_object('clientId', client_id) from ended`);

export const revoke =
  (run: Run): Grants['revoke'] =>
  async (id) => {
    await run(REVOKE, [id]);
  };
