import type { Invitations } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const REVOKE = statement<{ id: string }>(`
  with revoked as (
    update invitations set revoked_at = now()
    where organization_id = $1 and id = $2 and accepted_at is null and revoked_at is null
    returning *
  )
  insert into audit_log (organization_id, user_id, action, subject)
  select organization_id, $3, 'invitation.revoke', email from revoked
  returning id`);

export const revoke =
  (run: Run): Invitations['revoke'] =>
  async (organizationId, id, by) =>
    (await run(REVOKE, [organizationId, id, by])).length > 0;
