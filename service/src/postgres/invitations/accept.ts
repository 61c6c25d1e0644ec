import type { Invitations } from '../../ports/people.ts';
import { type Database, statement } from '../database.ts';
import { LOCK_USER } from '../users/lock.ts';
import { ACCEPT, joinOrganization, LOCK_INVITING_ORGANIZATION } from './join-organization.ts';

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
  ({ transaction }: Pick<Database, 'transaction'>): Invitations['accept'] =>
  (tokenHash, userId) =>
    transaction(async (run) => {
      await run(LOCK_INVITING_ORGANIZATION, [tokenHash]);
      await run(LOCK_USER, [userId]);
      return (await run(ACCEPT_AS_KNOWN, [tokenHash, userId])).length > 0;
    });
