import type { Invitations, OpenInvitation } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';
import { REDEEMABLE } from './redeemable.ts';

const FIND_OPEN = statement<OpenInvitation>(`
  select organization.id as "organizationId", organization.name as "organizationName", invitations.email,
    invitations.role,
    exists (select from users where lower(users.email) = lower(invitations.email)) as "hasAccount"
  from invitations join organizations organization on organization.id = invitations.organization_id
  where token_hash = $1 and ${REDEEMABLE}`);

export const findOpen =
  (run: Run): Invitations['findOpen'] =>
  async (tokenHash) =>
    (await run(FIND_OPEN, [tokenHash]))[0];
