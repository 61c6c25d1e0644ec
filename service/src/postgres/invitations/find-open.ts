import type { Invitations, OpenInvitation } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const FIND_OPEN = statement<OpenInvitation>(`
  select invitation.organization_id as "organizationId", organization.name as "organizationName", invitation.email,
    invitation.role,
    exists (select from users where lower(users.email) = lower(invitation.email)) as "hasAccount"
  from invitations invitation join organizations organization on organization.id = invitation.organization_id
  where token_hash = $1 and accepted_at is null and revoked_at is null and expires_at > now()`);

export const findOpen =
  (run: Run): Invitations['findOpen'] =>
  async (tokenHash) =>
    (await run(FIND_OPEN, [tokenHash]))[0];
