import type { Invitations } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';
import { ACCEPT, joinOrganization } from './join-organization.ts';

const ACCEPT_AS_KNOWN = statement<{ id: string }>(`
  with invitation as (
    ${ACCEPT}
  ), account as (
    update users set selected_organization_id = invitation.organization_id
    from invitation where users.id = $2
    returning users.id
  ), ${joinOrganization('invitation', 'account')}
  select id from account`);

export const accept =
  (run: Run): Invitations['accept'] =>
  async (tokenHash, userId) =>
    (await run(ACCEPT_AS_KNOWN, [tokenHash, userId])).length > 0;
