import type { Invitation, Invitations } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';
import { type Listed, pageOf } from '../page-of.ts';
import { INVITATION_COLUMNS } from './create.ts';

const LIST = statement<Listed<Invitation>>(`
  with open as (
    select * from invitations
    where organization_id = $1 and accepted_at is null and revoked_at is null and expires_at > now()
  )
  select counted.total, invitation.*
  from (select count(*) as total from open) counted
  left join (
    select ${INVITATION_COLUMNS} from open order by created_at desc, id desc limit $2 offset $3
  ) invitation on true
  order by invitation."createdAt" desc, invitation.id desc`);

export const list =
  (run: Run): Invitations['list'] =>
  async (organizationId, { limit, offset }) =>
    pageOf<Invitation>(await run(LIST, [organizationId, limit, offset]));
